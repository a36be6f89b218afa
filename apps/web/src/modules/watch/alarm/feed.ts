import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { type AlarmKind, kindShort } from '@tongda/contract/watch/alarm/words';

/** The live list without a screen: order, merging, counts, what is new. */

/** Sort order of the live list, the same as on the server: running alarms first, then by severity, then the newest. */
export const byUrgency = (a: AlarmRow, b: AlarmRow): number =>
  a.status - b.status || b.level - a.level || b.start - a.start || Number(BigInt(b.id) - BigInt(a.id));

/** The list after some alarms changed: `ids` were asked for, `answer` holds those of them that still belong here. */
export function mergeAlarms(
  list: readonly AlarmRow[],
  ids: readonly string[],
  answer: readonly AlarmRow[],
): AlarmRow[] {
  const asked = new Set(ids);
  return [...list.filter(({ id }) => !asked.has(id)), ...answer].sort(byUrgency);
}

export interface FeedFilter {
  level: AlarmRow['level'] | null;
  kind: AlarmKind | null;
}
export const everything: FeedFilter = { level: null, kind: null };

export const filterAlarms = (list: readonly AlarmRow[], { level, kind }: FeedFilter): AlarmRow[] =>
  list.filter((row) => (level === null || row.level === level) && (kind === null || row.kind === kind));

/** How many of each level and kind; kinds with the most first. */
export function countAlarms(list: readonly AlarmRow[]) {
  const levels = new Map<number, number>();
  const kinds = new Map<AlarmKind, number>();
  for (const { level, kind } of list) {
    levels.set(level, (levels.get(level) ?? 0) + 1);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { levels, kinds: [...kinds].sort(([, a], [, b]) => b - a) };
}

/** New alarms that are worth a sound or a notice: unknown to this page so far, neither from old data nor ended meanwhile. */
export const freshAlarms = (known: ReadonlySet<string>, list: readonly AlarmRow[]): AlarmRow[] =>
  list.filter(({ id, status, announced }) => !known.has(id) && status === episodeStatus.open && announced);

/** Level from which an open alarm puts the red ring on its vehicle (community.md 1), and from which it is heard. */
export const ringLevel = 2;

/** What stands beside a symbol of the map is short. */
const longestWord = 5;

/** Severest open alarm by vehicle in a word. */
export function ringWords(list: readonly AlarmRow[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const row of [...list].sort(byUrgency)) {
    if (row.status !== episodeStatus.open || row.level < ringLevel || words.has(row.vehicleId)) continue;
    words.set(row.vehicleId, row.title.length <= longestWord ? row.title : `${kindShort[row.kind]}报警`);
  }
  return words;
}
