import { createHash } from 'node:crypto';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { LRUCache } from 'lru-cache';
import { allWrites, writesOf } from '../db/tenant';
import type { Ctx } from '../http/ctx';

/** How long a total holds while its list is paged through, ms: what arrives meanwhile is counted when the first page is looked at again. */
const heldMs = 60_000;
const held = new LRUCache<string, object>({ max: 10_000, ttl: heldMs });

/** A list of so many rows is counted once for all who see the same of it: nobody notices one more of ten thousand five seconds late. */
const largeFrom = 1_000;
const sharedMs = 5_000;
const shared = new LRUCache<string, object>({
  ...{ max: 1_000, ttl: sharedMs, ttlResolution: 0 },
  perf: { now: () => performance.now() },
});
/** being counted: whoever asks for the same meanwhile waits for it */
const counting = new Map<string, Promise<number | object>>();

/** What is asked of a list: filters, and which part of what they let through. */
interface AskedPage {
  page: number;
  size: number;
  sort?: string | undefined;
  [filter: string]: unknown;
}

/**
 * The total of a list (or its sums, of which `total` is the number of rows), which is not counted again while a page is turned: from the second page on the figure of a minute ago holds, if the same
 * session asked for it with the same filters and nobody of the company has written anything since. Programs have no session: each has its own user.
 *
 * `sameFor` names what of the caller decides which rows the list has, besides company, time zone and masks: callers of the same name share the total of a large list for some seconds, on its first page too.
 */
export async function holdTotal<T extends number | { total: number }>(
  ctx: Pick<Ctx, 'sessionId' | 'userId' | 'clientId' | 'timeZone'> & { rights: Pick<Ctx['rights'], 'masks'> },
  { path }: Pick<Endpoint, 'path'>,
  { page, size: _size, sort: _sort, ...filters }: AskedPage,
  count: () => Promise<T>,
  sameFor?: string,
): Promise<T> {
  const what = [path, writesOf(ctx.clientId), filters];
  const seen = [ctx.clientId, ctx.timeZone, [...ctx.rights.masks].sort()];
  const key = keyOf(['session', ctx.sessionId, ctx.userId, seen, what]);
  const before = page > 1 ? held.get(key) : undefined;
  // the list that asks is the one that stored it
  if (before) return (before as { total: T }).total;
  const total =
    sameFor === undefined ? await count() : await countOnce(keyOf(['same', sameFor, seen, allWrites(), what]), count);
  held.set(key, { total });
  return total;
}

const keyOf = (what: unknown[]): string => createHash('sha256').update(JSON.stringify(what)).digest('base64');

async function countOnce<T extends number | { total: number }>(key: string, count: () => Promise<T>): Promise<T> {
  const known = shared.get(key);
  // the key names the list, so that what it holds is of the list's type
  if (known) return (known as { total: T }).total;
  const begun = counting.get(key);
  // as above
  if (begun) return (await begun) as T;
  const made = count().finally(() => counting.delete(key));
  counting.set(key, made);
  const total = await made;
  if ((typeof total === 'number' ? total : total.total) >= largeFrom) shared.set(key, { total });
  return total;
}
