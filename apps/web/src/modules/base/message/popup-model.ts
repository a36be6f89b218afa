import type { MessageRow } from '@tongda/contract/base/message/calls';
import { constants } from '@tongda/contract/shell/constants';

/** Higher levels first, then the newer one. Messages without a level come last. */
const byWeight = (a: MessageRow, b: MessageRow): number =>
  (b.level ?? 0) - (a.level ?? 0) || (a.createTime < b.createTime ? 1 : a.createTime > b.createTime ? -1 : 0);

/**
 * What pops up now: unread messages that this session has not told of yet, eleven at most a refresh, weightiest first. The rest of them (`told`) is told by
 * the line below (还有14条未读消息) and never pops up later: whoever comes back to a long list would meet the next eleven over each page that he opens. What is
 * open stays until it is closed, unless it was read meanwhile (it is no longer among the unread ones, and all of those are known).
 */
export function popupsAfter(
  open: readonly MessageRow[],
  unread: readonly MessageRow[],
  shown: ReadonlySet<string>,
  allKnown: boolean,
): { open: MessageRow[]; fresh: MessageRow[]; told: MessageRow[] } {
  const told = unread.filter(({ id, popup }) => popup && !shown.has(id)).sort(byWeight);
  const fresh = told.slice(0, constants.message.popupMax);
  const stillUnread = new Set(unread.map(({ id }) => id));
  const kept = allKnown ? open.filter(({ id }) => stillUnread.has(id)) : open;
  return { open: [...fresh, ...kept].sort(byWeight), fresh, told };
}

/** Unread messages that ask for a tone and had none in this session yet; `heard` are the ids of those that had. */
export const soundsAfter = (unread: readonly MessageRow[], heard: ReadonlySet<string>): string[] =>
  unread.flatMap(({ id, sound }) => (sound && !heard.has(id) ? [id] : []));

/** 0 hides the badge, 99 is shown, more is 99+. */
export function badgeText(count: number): string {
  if (count <= 0) return '';
  return count > constants.header.badgeMax ? `${constants.header.badgeMax}+` : String(count);
}
