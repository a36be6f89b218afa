import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import {
  type AlarmCounts,
  type AlarmUrgency,
  alarmUrgency,
  countAlarmRows,
  isRinging,
} from '@tongda/contract/watch/alarm/urgency';
import { type AlarmKind, kindShort } from '@tongda/contract/watch/alarm/words';

/** The live list without a screen: order, merging, groups, counts, what is new. */

const last = alarmUrgency.past + 1;
/** Sort order of the live list, the same as on the server: the most urgent first, then by severity, then the newest. */
export const byUrgency = (a: AlarmRow, b: AlarmRow): number =>
  (a.urgency ?? last) - (b.urgency ?? last) ||
  b.level - a.level ||
  b.start - a.start ||
  Number(BigInt(b.id) - BigInt(a.id));

/** The list after some alarms changed: `ids` were asked for, `answer` holds those of them that still belong here. */
export function mergeAlarms(
  list: readonly AlarmRow[],
  ids: readonly string[],
  answer: readonly AlarmRow[],
): AlarmRow[] {
  const asked = new Set(ids);
  return [...list.filter(({ id }) => !asked.has(id)), ...answer].sort(byUrgency);
}

/** The counts after a list changed: what the server counted, moved by what came into the list and left it. */
export function moveCounts(counts: AlarmCounts, before: readonly AlarmRow[], after: readonly AlarmRow[]): AlarmCounts {
  const [old, now] = [countAlarmRows(before), countAlarmRows(after)];
  const moved = (key: keyof AlarmCounts): number => Math.max(now[key], counts[key] + now[key] - old[key]);
  return {
    fresh: moved('fresh'),
    unacknowledged: moved('unacknowledged'),
    working: moved('working'),
    lasting: moved('lasting'),
    past: counts.past,
    vehicles: moved('vehicles'),
  };
}

/** Alarms of one vehicle that say the same, as one line: the most urgent of them stands for all. */
export interface FeedLine {
  row: AlarmRow;
  /** all of them, `row` first */
  rows: readonly AlarmRow[];
}
/** What somebody has to do the same about. */
export interface FeedGroup {
  urgency: AlarmUrgency;
  lines: readonly FeedLine[];
  /** alarms, of which lines may hold several */
  count: number;
}

/**
 * The feed: 新, 未确认, 处理中, and what has gone on for long; repeats of a vehicle within a group are one line. Groups without alarms are left out, and
 * the counts of lines add up to that of their group, those of groups to the list.
 */
export function feedGroups(list: readonly AlarmRow[]): FeedGroup[] {
  const groups = new Map<AlarmUrgency, Map<string, AlarmRow[]>>();
  for (const row of [...list].sort(byUrgency)) {
    if (row.urgency === null) continue;
    const lines = groups.get(row.urgency) ?? new Map<string, AlarmRow[]>();
    groups.set(row.urgency, lines);
    const key = `${row.vehicleId} ${row.title}`;
    const same = lines.get(key);
    if (same) same.push(row);
    else lines.set(key, [row]);
  }
  return [...groups].map(([urgency, lines]) => ({
    urgency,
    lines: [...lines.values()].flatMap((rows) => (rows[0] ? [{ row: rows[0], rows }] : [])),
    count: [...lines.values()].reduce((sum, { length }) => sum + length, 0),
  }));
}

/** What the folded line of long-running alarms says: 设备离线 7 · 探头异常 3, and the oldest of them. */
export function lastingWords(lines: readonly FeedLine[]): { kinds: string; oldest: AlarmRow | null } {
  const titles = new Map<string, number>();
  let oldest: AlarmRow | null = null;
  for (const { rows } of lines)
    for (const row of rows) {
      titles.set(row.title, (titles.get(row.title) ?? 0) + 1);
      if (oldest === null || row.start < oldest.start) oldest = row;
    }
  const kinds = [...titles]
    .sort(([, a], [, b]) => b - a)
    .map(([title, n]) => `${title} ${n}`)
    .join(' · ');
  return { kinds, oldest };
}

/** How long ago an alarm began, in one figure: 12 秒, 8 分, 3 时, 2 天. A minute and a half still counts in seconds, as everything is new then. */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 100) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} 分`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} 时` : `${Math.floor(minutes / 1440)} 天`;
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

/** What stands beside a symbol of the map is short. */
const longestWord = 5;

const bySeverity = (a: AlarmRow, b: AlarmRow): number => b.level - a.level || b.start - a.start;

/** Severest open alarm by vehicle in a word; vehicles whose alarms have gone on for long have none. */
export function ringWords(list: readonly AlarmRow[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const row of [...list].sort(bySeverity)) {
    if (!isRinging(row) || words.has(row.vehicleId)) continue;
    words.set(row.vehicleId, row.title.length <= longestWord ? row.title : `${kindShort[row.kind]}报警`);
  }
  return words;
}
