import { message } from '@tongda/contract/core/messages';
import { confirm } from '../dialog/notify';

/** Pages with unsaved work: the shell asks all of them before it lets a page go (a router knows one blocker only). */
const guards = new Set<() => boolean>();

/** `dirty` answers whether leaving now would lose something. Returns the removal. */
export function addLeaveGuard(dirty: () => boolean): () => void {
  guards.add(dirty);
  return () => void guards.delete(dirty);
}

export const hasUnsavedWork = (): boolean => [...guards].some((dirty) => dirty());

/** Asks when something would be lost; true = go, and nobody asks a second time for the same page. */
export async function askToLeave(): Promise<boolean> {
  if (!hasUnsavedWork()) return true;
  const leave = await confirm({ title: message('save.unsaved'), ok: '离开', danger: true });
  if (leave) guards.clear();
  return leave;
}
