import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/trx';
import { likePattern } from './options';

/** What somebody typed: as a pattern for SQL, and whether it may be initials of names. */
export interface Wanted {
  text: string;
  like: string;
  initials: boolean;
}

export const wantedOf = (text: string): Wanted => ({
  text,
  like: likePattern(text),
  // 苏E7F281 is typed se7f as well
  initials: /^[a-z][a-z0-9]*$/iu.test(text) && text.length >= 2,
});

/** A record as it is called. */
export interface IdName {
  id: string;
  name: string;
}

/** Names of a company that are compared by their initials; the largest fleets have half as many. */
const mostNames = 20_000;
/** As many records are looked up by initials: the rest is found by typing on. */
const mostByInitials = 200;

/**
 * SQL condition on `id`: the records whose name has the typed initials (苏州 for `sz`). The database knows no pinyin: the names that the caller sees are compared
 * here, which takes some 30 ms for 20,000 of them.
 */
export async function byInitials(
  trx: Trx,
  wanted: Wanted,
  id: RawBuilder<unknown>,
  names: RawBuilder<IdName>,
): Promise<RawBuilder<boolean>> {
  if (!wanted.initials) return sql<boolean>`false`;
  const { rows } = await sql<IdName>`${names} limit ${mostNames}`.execute(trx);
  const found = firstMatches(rows, wanted).map((row) => row.id);
  return found.length === 0 ? sql<boolean>`false` : sql<boolean>`${id} = any(${found}::bigint[])`;
}

/**
 * The same on a column of texts that records share (a receiver has many orders): `names` answers each text once, from as many of the newest records as the caller
 * wants looked at.
 */
export async function byInitialsOfText(
  trx: Trx,
  wanted: Wanted,
  column: RawBuilder<unknown>,
  names: RawBuilder<{ name: string }>,
): Promise<RawBuilder<boolean>> {
  if (!wanted.initials) return sql<boolean>`false`;
  const { rows } = await names.execute(trx);
  const found = firstMatches(rows, wanted).map((row) => row.name);
  return found.length === 0 ? sql<boolean>`false` : sql<boolean>`${column} = any(${found}::text[])`;
}

function firstMatches<R extends { name: string }>(rows: readonly R[], { text }: Wanted): R[] {
  const found: R[] = [];
  for (const row of rows) {
    if (pinyinMatch(row.name, text)) found.push(row);
    if (found.length >= mostByInitials) break;
  }
  return found;
}
