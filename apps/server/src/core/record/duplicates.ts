import { type DuplicatesCall, mostDuplicates } from '@tongda/contract/core/register/duplicates';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../http/ctx';
import { route } from '../http/route';

/** One reason why records may be the same: those with an equal key are a group; no key (null) is no reason. */
interface SameKey {
  why: string;
  key: RawBuilder<unknown>;
}

/** How 查重 of a register finds its groups. In its SQL a record is `t`. */
interface DuplicateFinder {
  call: DuplicatesCall;
  /** the records that the caller sees: `customer t where …` */
  from: (ctx: Ctx) => RawBuilder<unknown>;
  name: RawBuilder<string>;
  detail: RawBuilder<string>;
  /** the best reason first: what is a group by one of them is not named again by the next */
  same: readonly SameKey[];
  /** further pairs, as rows (`why`, `ids` text[]), of records `t` in the table `seen` */
  pairs?: RawBuilder<unknown>;
}

interface Group {
  why: string;
  ids: string[];
}

/** A name without what people write differently: spaces, signs and the form of the company. */
export const plainNameSql = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nullif(regexp_replace(lower(${column}), '[[:space:][:punct:]（）·－]|有限责任公司|股份有限公司|有限公司|公司', '', 'g'), '')`;

/** Binds 查重: groups of records that share a key, and the pairs that the register finds in its own way. */
export function serveDuplicates(app: FastifyInstance, finder: DuplicateFinder): void {
  route(app, finder.call, (ctx) =>
    ctx.db(async (trx) => {
      const seen = sql`with seen as materialized (select t.* from ${finder.from(ctx)})`;
      const parts = finder.same.map(
        (
          { why, key },
          rank,
        ) => sql`select ${sql.lit(rank)}::int as rank, ${why}::text as why, array_agg(t.id::text order by t.id) as ids
          from seen t where ${key} is not null group by ${key} having count(*) > 1`,
      );
      const pairs = finder.pairs
        ? [sql`select ${sql.lit(finder.same.length)}::int as rank, p.why, p.ids from (${finder.pairs}) p`]
        : [];
      const { rows } = await sql<Group>`${seen}
        select found.why, found.ids from (${sql.join([...parts, ...pairs], sql` union all `)}) found
        order by found.rank, found.ids limit ${mostDuplicates + 1}`.execute(trx);
      const groups = withoutRepeats(rows);
      const wanted = [...new Set(groups.flatMap(({ ids }) => ids))];
      const { rows: records } = await sql<{ id: string; name: string; detail: string }>`
        select t.id::text as id, ${finder.name} as name, coalesce(${finder.detail}, '') as detail
        from ${finder.from(ctx)} and t.id = any(${wanted}::bigint[])`.execute(trx);
      const byId = new Map(records.map((record) => [record.id, record]));
      return {
        groups: groups.slice(0, mostDuplicates).map(({ why, ids }) => ({
          why,
          records: ids.flatMap((id) => byId.get(id) ?? []),
        })),
        more: rows.length > mostDuplicates,
      };
    }),
  );
}

/** The groups without those whose records all stand together in one before them. */
function withoutRepeats(groups: readonly Group[]): Group[] {
  const kept: Group[] = [];
  for (const group of groups) if (!kept.some(({ ids }) => group.ids.every((id) => ids.includes(id)))) kept.push(group);
  return kept;
}
