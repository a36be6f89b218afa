import {
  type RepairRequestRow,
  repairRequestColumns,
  repairRequestFilters,
} from '@tongda/contract/resources/repair-request/calls';
import { repairFault, repairRequestState } from '@tongda/contract/resources/repair-request/enums';
import {
  type RepairWorkRow,
  repairWorkColumns,
  repairWorkFilters,
} from '@tongda/contract/resources/repair-request/staff';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { visibleTerminals } from '../../base/org/door';
import { deviceRows } from '../device/door';

const { waiting, accepted, working } = repairRequestState;
/** States in which a terminal waits for its visit; the index of open requests and the function of booked visits name the same. */
export const openStates = [waiting, accepted, working] as const;

const rowColumns = (ctx: Ctx) =>
  [
    'r.id',
    'r.request_no as requestNo',
    sql<RepairRequestRow['state']>`r.state`.as('state'),
    'r.plate_no as plateNo',
    'r.device_id as deviceId',
    'r.terminal_no as terminalNo',
    'r.model',
    sql<RepairRequestRow['faults']>`r.faults`.as('faults'),
    'r.description',
    sql<string>`r.visit_on::text`.as('visitDate'),
    sql<RepairRequestRow['visitHalf']>`r.visit_half`.as('visitHalf'),
    'r.address',
    'r.contact',
    'r.phone',
    'r.engineer',
    'r.engineer_phone as engineerPhone',
    sql<string | null>`${wireTimeSql(sql<Date | null>`r.done_at`, ctx.timeZone)}`.as('doneTime'),
    'r.score',
    'r.apply_user as applyUser',
    wireTimeSql(sql<Date>`r.created_at`, ctx.timeZone).as('createTime'),
    'r.version',
  ] as const;

const withWords = <R extends Pick<RepairRequestRow, 'faults'>>(row: R) => ({
  ...row,
  faultText: row.faults.map((fault) => repairFault.label(fault)).join('、'),
});
const sort = { visitDate: sql`(r.visit_on, r.visit_half)`, doneTime: 'r.done_at', score: 'r.score' };
const own = { fault: (code: number) => sql<boolean>`${code} = any(r.faults)` };

/** Requests for terminals that the caller sees, and those that he made himself. */
const fromOwn = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('repair_request as r')
    .innerJoin('device as d', 'd.id', 'r.device_id')
    .where('r.client_id', '=', ctx.clientId)
    .where(sql<boolean>`(r.created_by = ${ctx.userId} or ${visibleTerminals(ctx, 'd')})`);

/** The company's list: the newest request first. */
export const requestRows = registerRows({
  filters: repairRequestFilters,
  columns: repairRequestColumns,
  alias: 'r',
  select: (trx: Trx, ctx: Ctx) => fromOwn(trx, ctx).select(rowColumns(ctx)),
  sort,
  usual: sql`r.created_at desc, r.id desc`,
  finish: async (_trx, _ctx, found): Promise<RepairRequestRow[]> => found.map(withWords),
  own,
});

/** The provider's list, of all companies: what is still open first, by the day of the visit. */
export const workRows = registerRows({
  filters: repairWorkFilters,
  columns: repairWorkColumns,
  alias: 'r',
  select: (trx: Trx, ctx: Ctx) =>
    trx
      .selectFrom('repair_request as r')
      .innerJoin('client as c', 'c.id', 'r.client_id')
      .select(rowColumns(ctx))
      .select('c.name as clientName'),
  sort,
  usual: sql`not r.state = any(${sql.lit(`{${openStates.join(',')}}`)}::int[]), case when r.state = any(${sql.lit(`{${openStates.join(',')}}`)}::int[]) then r.visit_on end,
    r.visit_half, r.created_at desc, r.id desc`,
  finish: async (_trx, _ctx, found): Promise<RepairWorkRow[]> => found.map(withWords),
  own,
});

/** Number of the caller's requests by state. */
export const countOwnStates = (trx: Trx, ctx: Ctx) =>
  fromOwn(trx, ctx)
    .select(['r.state', sql<number>`count(*)::int`.as('count')])
    .groupBy('r.state')
    .orderBy('r.state')
    .execute();
/** The same of all companies. */
export const countAllStates = (trx: Trx) =>
  trx
    .selectFrom('repair_request as r')
    .select(['r.state', sql<number>`count(*)::int`.as('count')])
    .groupBy('r.state')
    .orderBy('r.state')
    .execute();

/** What stands in a request beside its line; the caller has found the line. */
export async function loadMore(trx: Trx, secrets: Secrets, id: string) {
  const { clientId, photoIds, ...more } = await trx
    .selectFrom('repair_request')
    .select([
      'client_id as clientId',
      'photo_ids as photoIds',
      'result',
      'fee_fen as feeFen',
      'replaced_no as replacedNo',
      'comment',
      'cancel_reason as cancelReason',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const files = await listShownFiles(trx, { clientId }, secrets, photoIds);
  return { ...more, photos: photoIds.flatMap((photo) => files.get(photo) ?? []) };
}

/** Terminals in vehicles that the caller sees: those that want attention first, at most 50; or the one with the id. */
export async function listReportable(trx: Trx, ctx: Ctx, { keyword, id }: { keyword?: string; id?: string }) {
  const rows = await deviceRows.list(trx, ctx, {
    bound: 1,
    limit: offered,
    offset: 0,
    ...(id === undefined ? {} : { ids: [id] }),
    ...(keyword ? { ids: await findByWord(trx, ctx, keyword) } : {}),
  });
  const open = await trx
    .selectFrom('repair_request')
    .select(['device_id as deviceId', 'request_no as requestNo'])
    .where('client_id', '=', ctx.clientId)
    .where('state', 'in', openStates)
    .where(sql<boolean>`device_id = any(${rows.map((row) => row.id)}::bigint[])`)
    .execute();
  const openNos = new Map(open.map(({ deviceId, requestNo }) => [deviceId, requestNo]));
  return rows.map((row) => ({
    id: row.id,
    name: row.terminalNo,
    plateNo: row.plateNo,
    model: row.model,
    vehicleId: row.vehicleId,
    deviceStatus: row.deviceStatus,
    offlineFor: row.offlineFor,
    lastTime: row.lastTime,
    openNo: openNos.get(row.id) ?? null,
  }));
}
const offered = 50;

/** Terminals whose number, or whose vehicle's plate, has the word in it. */
async function findByWord(trx: Trx, ctx: Ctx, keyword: string): Promise<string[]> {
  const like = likePattern(keyword);
  const rows = await trx
    .selectFrom('device as d')
    .innerJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .innerJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .select('d.id')
    .where('d.client_id', '=', ctx.clientId)
    .where((eb) => eb.or([eb('d.terminal_no', 'ilike', like), eb('v.plate_no', 'ilike', like)]))
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many visits are booked, of all companies, by day and half: `2026-12-01 1`. */
export async function countVisits(trx: Trx, first: string, last: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; half: number; booked: number }>`
    select visit_on::text as day, visit_half as half, booked from repair_visits_between(${first}::date, ${last}::date)`.execute(
    trx,
  );
  return new Map(rows.map(({ day, half, booked }) => [`${day} ${half}`, booked]));
}
