import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';

/** A notice as channels send it. */
export interface NoticeItem {
  id: string;
  title: string;
  content: string;
  occasion: number;
  level: number;
  kind: EpisodeKind | '';
  plateNo: string;
  vehicleId: string | null;
  episodeId: string | null;
  /** start of the alarm, epoch ms; null for a test */
  startedAt: number | null;
}

/** What goes out at once: one notice, or several merged because the limit is near. */
export interface Outgoing {
  /** stays the same when it is sent again: the key against doubles where the channel knows one */
  key: string;
  items: readonly NoticeItem[];
}

/** A robot or webhook as its channel needs it. */
export interface EndpointTarget {
  url: string;
  /** '' = unsigned */
  secret: string;
}

/**
 * One way to send. Resolves with a remark for the log ('' = nothing to say) when the other side took it; otherwise rejects with a
 * {@link SendFailure}, or with anything else, which counts as a failure worth trying again.
 */
export type Send<T> = (target: T, message: Outgoing, now: number) => Promise<string>;

/** Why a message did not leave. limit: refused as too many, surely not taken; permanent: trying again is no use. */
export class SendFailure extends Error {
  constructor(
    readonly kind: 'limit' | 'permanent' | 'retry',
    /** sentence for the send log */
    message: string,
    readonly afterS = 60,
  ) {
    super(message);
  }
}

/** Longest list inside a merged message; the rest is counted by vehicle and kind. */
const listed = 12;

/** The text of a message: the notice itself, or a list with a head. */
export function textOf({ items }: Outgoing, maxBytes: number): string {
  const [first] = items;
  if (items.length <= 1) return cut(first?.content ?? '', maxBytes);
  const lines = items.slice(0, listed).map(({ content }, i) => `${i + 1}. ${content}`);
  const rest = items.slice(listed);
  const tail = rest.length === 0 ? [] : [`另有${rest.length}条：${countsOf(rest)}`];
  return cut([`【报警汇总】共${items.length}条`, ...lines, ...tail].join('\n'), maxBytes);
}

export const titleOf = ({ items }: Outgoing): string =>
  items.length > 1 ? `报警汇总（${items.length}条）` : (items[0]?.title ?? '报警');

/** 沪A10001 超温报警3条、沪A10002 门磁报警1条 */
function countsOf(items: readonly NoticeItem[]): string {
  const counts = new Map<string, number>();
  for (const { plateNo, title } of items) {
    const key = [plateNo, title].filter(Boolean).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([name, n]) => `${name}${n}条`).join('、');
}

/** At most so many bytes of UTF-8, cut between characters. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 3;
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > maxBytes) break;
    kept += char;
  }
  return `${kept}…`;
}
