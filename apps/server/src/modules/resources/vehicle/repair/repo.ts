import type { Parsed } from '@tongda/contract/core/endpoint';
import { maintainStatus, repairKind } from '@tongda/contract/resources/vehicle/enums';
import type { RepairRow, RepairSummary, repairPage } from '@tongda/contract/resources/vehicle/repair';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import type { Secrets } from '../../../../core/run/secrets';
import { listShownFiles } from '../../../base/file/door';
import { computeNextUpkeep } from './upkeep';

const sortable = {
  maintainStatus: 'r.maintain_status',
  reportTime: 'r.reported_at',
  startTime: 'r.started_at',
  endTime: 'r.ended_at',
  mileageKm: 'r.mileage_m',
  costYuan: 'r.cost_fen',
} as const;

/** A stored order, with the ids of its files. */
export interface StoredRepair extends Omit<RepairRow, 'files'> {
  vehicleId: string;
  fileIds: string[];
}

const columnsSql = (
  ctx: Ctx,
): RawBuilder<unknown> => sql`r.id::text, r.vehicle_id::text as "vehicleId", r.repair_code as "repairCode", r.kind,
  r.maintain_status as "maintainStatus", r.reason, r.workshop,
  ${wireTimeSql(sql`r.reported_at`, ctx.timeZone)} as "reportTime", ${wireTimeSql(sql`r.started_at`, ctx.timeZone)} as "startTime",
  ${wireTimeSql(sql`r.ended_at`, ctx.timeZone)} as "endTime", r.mileage_m::float8 / 1000 as "mileageKm", r.cost_fen::float8 / 100 as "costYuan",
  r.parts, r.remark, r.cancel_reason as "cancelReason", r.episode_id::text as "alarmId", r.version,
  array(select f::text from unnest(r.file_ids) f) as "fileIds", ${wireTimeSql(sql`r.updated_at`, ctx.timeZone)} as "updateTime",
  coalesce((select u.name from app_user u where u.id = r.created_by), '') as "createUser",
  coalesce((select u.name from app_user u where u.id = r.updated_by), '') as "updateUser"`;

/** A page of a vehicle's orders, the newest report first. The caller has checked that the user sees the vehicle. */
export async function pageRepairs(trx: Trx, ctx: Ctx, secrets: Secrets, q: Parsed<typeof repairPage>) {
  const where = allOf([
    sql<boolean>`r.client_id = ${ctx.clientId}`,
    sql<boolean>`r.vehicle_id = ${q.vehicleId}`,
    ...(q.kind === undefined ? [] : [sql<boolean>`r.kind = ${q.kind}`]),
    ...(q.maintainStatus === undefined ? [] : [sql<boolean>`r.maintain_status = ${q.maintainStatus}`]),
  ]);
  const order = q.sort ? orderByClause(q.sort, sortable, 'r.id') : sql`r.reported_at desc, r.id desc`;
  const { rows } = await sql<
    StoredRepair & { total: number }
  >`select ${columnsSql(ctx)}, (count(*) over ())::int as total
    from vehicle_repair r where ${where} order by ${order} limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(
    trx,
  );
  const files = await listShownFiles(
    trx,
    ctx,
    secrets,
    rows.flatMap(({ fileIds }) => fileIds),
  );
  return {
    list: rows.map(({ fileIds, vehicleId: _vehicle, total: _total, ...row }) => ({
      ...row,
      files: fileIds.flatMap((id) => files.get(id) ?? []),
    })),
    total: rows[0]?.total ?? (q.page === 1 ? 0 : await countRepairs(trx, where)),
    page: q.page,
    size: q.size,
  };
}

async function countRepairs(trx: Trx, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from vehicle_repair r where ${where}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** One order of the caller's company, with a row lock when `lock`. */
export async function findRepair(trx: Trx, ctx: Ctx, id: string, lock = false): Promise<StoredRepair | undefined> {
  const { rows } = await sql<StoredRepair>`select ${columnsSql(ctx)} from vehicle_repair r
    where r.id = ${id} and r.client_id = ${ctx.clientId} ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows[0];
}

/** Sums over the orders that were finished in the last 12 months, the number of open orders, and the next upkeep. */
export async function loadSummary(trx: Trx, ctx: Ctx, vehicleId: string): Promise<RepairSummary> {
  const { rows } = await sql<{
    repairs: number;
    upkeeps: number;
    costYuan: number;
    open: number;
    odometerKm: number | null;
    everyKm: number | null;
    everyDays: number | null;
    lastDate: string | null;
    lastKm: number | null;
    today: string;
  }>`select v.upkeep_km as "everyKm", v.upkeep_days as "everyDays", ${todaySql(ctx.timeZone)}::text as today, done.*, last.*,
      (select count(*)::int from vehicle_repair r where r.client_id = ${ctx.clientId} and r.vehicle_id = v.id
        and r.maintain_status in (${maintainStatus.pending}, ${maintainStatus.inRepair})) as open,
      (select (s.live->>'totalMileageM')::float8 / 1000 from device_state s where s.vehicle_id = v.id limit 1) as "odometerKm"
    from vehicle v
      cross join lateral (select (count(*) filter (where r.kind = ${repairKind.repair}))::int as repairs,
          (count(*) filter (where r.kind = ${repairKind.upkeep}))::int as upkeeps, coalesce(sum(r.cost_fen), 0)::float8 / 100 as "costYuan"
        from vehicle_repair r where r.client_id = ${ctx.clientId} and r.vehicle_id = v.id and r.maintain_status = ${maintainStatus.done}
          and r.ended_at >= now() - interval '12 months') done
      left join lateral (select (r.ended_at at time zone ${ctx.timeZone})::date::text as "lastDate", r.mileage_m::float8 / 1000 as "lastKm"
        from vehicle_repair r where r.client_id = ${ctx.clientId} and r.vehicle_id = v.id and r.kind = ${repairKind.upkeep}
          and r.maintain_status = ${maintainStatus.done} order by r.ended_at desc limit 1) last on true
    where v.id = ${vehicleId}`.execute(trx);
  const [row] = rows;
  if (!row) return { repairs: 0, upkeeps: 0, costYuan: 0, open: 0, odometerKm: null, next: null };
  const { repairs, upkeeps, costYuan, open, odometerKm, ...facts } = row;
  return { repairs, upkeeps, costYuan, open, odometerKm, next: computeNextUpkeep({ ...facts, odometerKm }) };
}
