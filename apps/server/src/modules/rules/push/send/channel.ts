import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';

/** A notice as the channels need it. */
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

/** One message: a single notice, or several merged because the limit is near. */
export interface Outgoing {
  /** key of the message, the same when it is sent again; channels that know such keys drop doubles by it */
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
 * Sends a message on one channel. Resolves with a remark for the log ('' for none) when the other side accepted it; otherwise rejects with a
 * {@link SendFailure}; any other error counts as a failure that is worth trying again.
 */
export type Send<T> = (target: T, message: Outgoing, now: number) => Promise<string>;

/** Why a message was not sent. `limit`: refused as too many, surely not accepted; `permanent`: trying again is of no use. */
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

/** Notices listed in a merged message; further ones are only counted by vehicle and kind. */
const listed = 12;

/** The text of a message: the notice itself, or a list with a head. */
export function textOf({ items }: Outgoing, maxBytes: number): string {
  const [first] = items;
  if (items.length <= 1) return cutToBytes(first?.content ?? '', maxBytes);
  const lines = items.slice(0, listed).map(({ content }, i) => `${i + 1}. ${content}`);
  const rest = items.slice(listed);
  const tail = rest.length === 0 ? [] : [`另有${rest.length}条：${countsOf(rest)}`];
  return cutToBytes([`【报警汇总】共${items.length}条`, ...lines, ...tail].join('\n'), maxBytes);
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

/** Shortens a text to so many bytes of UTF-8 without cutting through a character. */
function cutToBytes(text: string, maxBytes: number): string {
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
