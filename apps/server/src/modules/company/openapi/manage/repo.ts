import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import { programAnswers } from '@tongda/contract/company/openapi/answers';
import type { openInterfaceOffers } from '@tongda/contract/company/openapi/interfaces';
import {
  type OpenInterfaceDetail,
  type OpenInterfaceRow,
  openInterfaceColumns,
  openInterfaceFilters,
} from '@tongda/contract/company/openapi/interfaces';
import type { Output } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { registerRows } from '../../../../core/record/rows';
import { offeredInterfaces } from '../catalogue';
import { describeInterface } from '../document';
import { loadListed } from '../listed';

/** Keys and addresses of what the program offers, as rows of SQL: the table knows keys alone. */
const offered = sql`(select * from jsonb_to_recordset(${JSON.stringify(
  offeredInterfaces.map(({ key, endpoint, readOnly }) => ({
    key,
    method: endpoint.method,
    path: endpoint.path,
    read: readOnly,
  })),
)}::jsonb) as o(key text, method text, path text, read boolean))`;

const selectInterfaces = (trx: Trx, ctx: Pick<Ctx, 'timeZone'>) =>
  trx
    .selectFrom('open_interface as i')
    .innerJoin(sql<{ key: string; method: string; path: string; read: boolean }>`${offered}`.as('o'), 'o.key', 'i.key')
    .select(['i.id', 'i.key', 'i.name', 'i.category', 'i.summary', 'i.sort', 'i.version', 'o.method', 'o.path'])
    .select(['i.edition_no as editionNo', 'i.per_second as perSecond', 'i.daily_limit as dailyLimit'])
    .select(['o.read as readOnly', 'i.updated_name as updateUser'])
    .select([
      sql<OpenInterfaceRow['charge']>`i.charge`.as('charge'),
      sql<OpenInterfaceRow['status']>`i.status`.as('status'),
      sql<number>`(select count(distinct g.client_id)::int from interface_apply g left join open_app a on a.id = g.app_id
        where g.interface_key = i.key and g.status = ${interfaceApplyStatus.opened} and a.deleted_at is null)`.as(
        'clientCount',
      ),
      sql<number>`(select coalesce(sum(u.ok + u.failed), 0)::int from open_usage u
        where u.interface_key = i.key and u.day > ${todaySql(ctx.timeZone)} - 30)`.as('calls'),
      wireTimeSql(sql<Date>`i.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

export const interfaceRows = registerRows({
  filters: openInterfaceFilters,
  columns: openInterfaceColumns,
  alias: 'i',
  select: selectInterfaces,
  usual: sql`i.sort, i.id`,
});

/** An interface with all that its form shows. */
export async function loadInterface(trx: Trx, ctx: Ctx, id: string): Promise<OpenInterfaceDetail> {
  const row = requireRow(await interfaceRows.find(trx, ctx, id), '开放接口');
  const listed = requireRow(
    (await loadListed(trx)).find((one) => one.id === id),
    '开放接口',
  );
  const { example } = requireRow(
    await trx.selectFrom('open_interface').select('example').where('id', '=', id).executeTakeFirst(),
    '开放接口',
  );
  const own = requireRow(
    offeredInterfaces.find(({ key }) => key === row.key),
    '开放接口',
  );
  const { right, params, result } = describeInterface(own, '');
  const { doc, answerExample, chargeNote } = listed;
  // words for a code that programs are not answered any more would be refused when they are saved again
  const notes = listed.notes.filter(
    ({ side, path }) => side !== 'errors' || programAnswers.some(({ key }) => key === path),
  );
  const noted = (side: 'params' | 'result') =>
    (side === 'params' ? params : result).map((field) => ({
      ...field,
      note: notes.find((one) => one.side === side && one.path === field.path)?.note ?? '',
    }));
  return {
    ...row,
    ...{ doc, notes, answerExample, chargeNote, example, right },
    ownExample: JSON.stringify(own.example, null, 2),
    params: noted('params'),
    result: noted('result'),
    errors: programAnswers.map(({ key, text }) => ({ code: key, text })),
  };
}

/** Calls that the program offers and that have no row yet. */
export async function listOffers(trx: Trx): Promise<Output<typeof openInterfaceOffers>> {
  const known = new Set((await loadListed(trx)).map(({ key }) => key));
  return offeredInterfaces
    .filter(({ key }) => !known.has(key))
    .map(({ key, name, group, endpoint }) => ({
      key,
      name,
      category: group,
      method: endpoint.method,
      path: endpoint.path,
    }));
}
