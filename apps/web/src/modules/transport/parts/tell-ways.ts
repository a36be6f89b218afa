import { toast } from '../../../kit/dialog/notify';

/** By which way somebody was reached, or why not. */
interface Way {
  way: string;
  ok: boolean;
  msg: string;
}

/** Shows by which ways somebody was reached and by which not, as a success when at least one worked. */
export function tellWays(ways: readonly Way[]): void {
  const words = ways.map(({ way, msg }) => `${way}：${msg}`).join('；');
  toast(ways.some(({ ok }) => ok) ? 'success' : 'warning', words);
}
