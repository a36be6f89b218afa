import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { cardWriters, cardWriterUpdate, WriterRow } from '@tongda/contract/resources/card/writer';
import { sql } from 'kysely';
import { orderByClause, requireRow, updateRow } from '../../../../core/db/rows';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { likePattern } from '../../../../core/record/options';
import { orgOrNone } from '../../../base/org/door';
import { resolveReferences } from '../../../base/reference/door';

const sortable = { writerNo: 'w.writer_no', orgName: 'o.name', lastTime: 'used.at' };

/** A page of the card writers that the caller sees, each with its number of cards and its last use. */
export function listWriters(ctx: Ctx, q: Parsed<typeof cardWriters>): Promise<Output<typeof cardWriters>> {
  return ctx.db(async (trx) => {
    const from = sql`from card_writer w left join org o on o.id = w.org_id
      left join lateral (select max(k.written_at) as at, count(*)::int as n from card k
        where k.client_id = w.client_id and k.writer_no = w.writer_no and k.deleted_at is null) used on true
      where w.client_id = ${ctx.clientId} and w.deleted_at is null and ${orgOrNone(ctx, 'w.org_id')}
        ${q.keyword ? sql`and (w.writer_no ilike ${likePattern(q.keyword)} or w.model ilike ${likePattern(q.keyword)})` : sql``}`;
    const { rows } =
      await sql<WriterRow>`select w.id::text as id, w.writer_no as "writerNo", w.model, w.org_id::text as "orgId",
        coalesce(o.name, '') as "orgName", used.n as "cardCount", ${wireTimeSql(sql<Date>`used.at`, ctx.timeZone)} as "lastTime",
        coalesce((select u.name from card k join app_user u on u.id = k.written_by where k.client_id = w.client_id
          and k.writer_no = w.writer_no and k.deleted_at is null order by k.written_at desc limit 1), '') as "lastUser", w.version
      ${from} order by ${orderByClause(q.sort, sortable, 'w.id')} limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(
        trx,
      );
    const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
    return { list: rows, total: total.rows[0]?.n ?? 0, page: q.page, size: q.size };
  });
}

/** Changes model and department of a card writer; 4009 when somebody else changed it since `version`. */
export function updateWriter(ctx: Ctx, { id, version, model, orgId }: Parsed<typeof cardWriterUpdate>) {
  return ctx.db(async (trx) => {
    const before = requireRow(
      await trx
        .selectFrom('card_writer as w')
        .leftJoin('org as o', 'o.id', 'w.org_id')
        .select(['w.writer_no', 'w.model', 'w.org_id', sql<string>`coalesce(o.name, '')`.as('orgName')])
        .where('w.id', '=', id)
        .where('w.client_id', '=', ctx.clientId)
        .where('w.deleted_at', 'is', null)
        .where(orgOrNone(ctx, 'w.org_id'))
        .executeTakeFirst(),
      '写卡设备',
    );
    const { names, errors } = await resolveReferences(trx, ctx, { orgId: ['org', orgId] }, { orgId: before.org_id });
    if (errors.length > 0) throw invalid(errors);
    const next = await updateRow(trx, ctx, 'card_writer', { id, version, values: { model, org_id: orgId } });
    const orgName = orgId ? (names.get(`org ${orgId}`) ?? before.orgName) : '';
    const changes = [
      { field: 'model', label: '型号', before: before.model, after: model },
      { field: 'orgId', label: '所属部门', before: before.orgName, after: orgName },
    ].filter((change) => change.before !== change.after);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity: 'cardWriter', entityId: id, action: '编辑', changes }]);
    return { version: next };
  });
}
