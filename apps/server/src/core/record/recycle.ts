import { type RecycleCalls, recycleDays } from '@tongda/contract/core/register/recycle';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { StoredTable } from '../db/rows';
import type { Trx } from '../db/trx';
import { brokenIndex } from '../db/unique';
import type { DB } from '../generated/db-types';
import { wireTimeSql } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import { type AppError, blockedByRule, notFound } from '../http/errors';
import { route } from '../http/route';
import { recordChanges } from './audit';
import { likePattern } from './options';
import { nameOfUser } from './user-name';

/** A register whose deleted records can be restored for some days. In its SQL the deleted row is `t`. */
interface Bin {
  calls: RecycleCalls;
  of: {
    entity: string;
    table: StoredTable;
    /** the sentence of a unique index */
    twice: (index: string) => { msg: string } | null;
  };
  name: RawBuilder<string>;
  detail: RawBuilder<string>;
  /** which of the company's deleted records the caller may see and change */
  see: (ctx: Ctx) => RawBuilder<boolean>;
  /** columns that become empty when what they point at was deleted in the meantime */
  refs?: Readonly<Record<string, keyof DB>>;
  /** further columns of the restored row */
  set?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** why this record cannot come back; null when it can */
  refuse?: (trx: Trx, ctx: Ctx, id: string) => Promise<AppError | null>;
  /** what comes back with the record, after it, in the same transaction; the moment is text, as a Date would lose its microseconds */
  also?: (trx: Trx, ctx: Ctx, id: string, deletedAt: string) => Promise<void>;
}

/** The deleted records that the caller may restore, as the `from` and `where` of a query. */
const binSql = ({ of, see, name, detail }: Bin, ctx: Ctx, keyword = ''): RawBuilder<unknown> => {
  const found = keyword
    ? sql`and (${name} ilike ${likePattern(keyword)} or ${detail} ilike ${likePattern(keyword)})`
    : sql``;
  return sql`from ${sql.table(of.table)} t
    where t.client_id = ${ctx.clientId} and t.deleted_at > now() - make_interval(days => ${sql.lit(recycleDays)}) and ${see(ctx)} ${found}`;
};

interface RecycledRecord {
  id: string;
  name: string;
  detail: string;
  deleteTime: string;
  deleteUser: string;
  daysLeft: number;
}

/** Binds 回收站 of a register: the list of what was deleted lately, the last first, and 恢复. */
export function serveRecycle(app: FastifyInstance, bin: Bin): void {
  route(app, bin.calls.page, (ctx, { keyword, page, size }) =>
    ctx.db(async (trx) => {
      const from = binSql(bin, ctx, keyword);
      const daysLeft = sql`greatest(0, ceil(extract(epoch from t.deleted_at - now()) / 86400 + ${sql.lit(recycleDays)}))::int`;
      const { rows: list } = await sql<RecycledRecord>`
        select t.id::text as id, ${bin.name} as name, coalesce(${bin.detail}, '') as detail,
          ${wireTimeSql(sql<Date>`t.deleted_at`, ctx.timeZone)} as "deleteTime", coalesce(${nameOfUser(sql.ref('t.updated_by'))}, '') as "deleteUser",
          ${daysLeft} as "daysLeft"
        ${from} order by t.deleted_at desc, t.id limit ${size} offset ${(page - 1) * size}`.execute(trx);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
      return { list, total: rows[0]?.n ?? 0, page, size };
    }),
  );
  route(app, bin.calls.restore, (ctx, { id }) => ctx.db((trx) => restoreRecord(trx, ctx, bin, id)));
}

async function restoreRecord(trx: Trx, ctx: Ctx, bin: Bin, id: string): Promise<null> {
  const { of, calls, refs = {}, set = {} } = bin;
  const { rows } = await sql<{ name: string; deletedAt: string }>`
    select ${bin.name} as name, t.deleted_at::text as "deletedAt" ${binSql(bin, ctx)} and t.id = ${id} for update of t`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw notFound(`已删除的${calls.noun}`);
  const refusal = (await bin.refuse?.(trx, ctx, id)) ?? null;
  if (refusal) throw refusal;
  const kept = Object.entries(refs).map(
    ([column, table]) => sql`${sql.ref(column)} = (select held.id from ${sql.table(table)} held
      where held.id = t.${sql.ref(column)} and held.deleted_at is null), `,
  );
  const more = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await sql`update ${sql.table(of.table)} t set ${sql.join([...kept, ...more], sql``)} deleted_at = null, version = t.version + 1,
      updated_at = now(), updated_by = ${ctx.userId}
    where t.id = ${id} and t.client_id = ${ctx.clientId}`
    .execute(trx)
    .catch((error: unknown) => {
      const index = brokenIndex(error);
      if (index === null) throw error;
      throw blockedByRule(`${calls.noun}“${found.name}”不能恢复：${of.twice(index)?.msg ?? '已有相同的记录'}`);
    });
  await bin.also?.(trx, ctx, id, found.deletedAt);
  await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: '恢复' }]);
  return null;
}
