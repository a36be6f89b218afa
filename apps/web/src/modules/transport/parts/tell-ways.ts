import { toast } from '../../../kit/dialog/notify';

/** By which way somebody was reached, or why not. */
interface Way {
  way: string;
  ok: boolean;
  msg: string;
}

/** Tells by which ways somebody was reached and by which not: good news when one of them worked. */
export function tellWays(ways: readonly Way[]): void {
  const words = ways.map(({ way, msg }) => `${way}：${msg}`).join('；');
  toast(ways.some(({ ok }) => ok) ? 'success' : 'warning', words);
}
