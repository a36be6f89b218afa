import { createHash } from 'node:crypto';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { LRUCache } from 'lru-cache';
import { writesOf } from '../db/tenant';
import type { Ctx } from '../http/ctx';

/** How long a total holds while its list is paged through, ms: what arrives meanwhile is counted when the first page is looked at again. */
const heldMs = 60_000;
const held = new LRUCache<string, object>({ max: 10_000, ttl: heldMs });

/** What is asked of a list: filters, and which part of what they let through. */
interface AskedPage {
  page: number;
  size: number;
  sort?: string | undefined;
}

/**
 * The total of a list (or its sums), which is not counted again while a page is turned: from the second page on the figure of a minute ago holds, if the same
 * session asked for it with the same filters and nobody of the company has written anything since.
 */
export async function holdTotal<T extends number | object>(
  ctx: Pick<Ctx, 'sessionId' | 'clientId'>,
  { path }: Pick<Endpoint, 'path'>,
  { page, size: _size, sort: _sort, ...filters }: AskedPage,
  count: () => Promise<T>,
): Promise<T> {
  const what = JSON.stringify([ctx.sessionId, path, writesOf(ctx.clientId), filters]);
  const key = createHash('sha256').update(what).digest('base64');
  const before = page > 1 ? held.get(key) : undefined;
  // the list that asks is the one that stored it
  if (before) return (before as { total: T }).total;
  const total = await count();
  held.set(key, { total });
  return total;
}
