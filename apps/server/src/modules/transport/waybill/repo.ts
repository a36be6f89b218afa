import { auditStatus, transportStatus } from '@tongda/contract/transport/enums';
import {
  abnormalStatus,
  receiptRequire,
  receiptStatus,
  stopStatus,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { type tripFilters, type WaybillFilters, waybillFilters } from '@tongda/contract/transport/waybill/filters';
import type { WaybillDetail, WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { stowMachine, waybillMachine } from '@tongda/contract/transport/waybill/status';
import { stowDefaults } from '@tongda/contract/transport/waybill/stow/rules';
import { type RawBuilder, sql } from 'kysely';
import { floatOf, floatOrNull } from '../../../core/db/columns';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireColumnOrNull, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { waybillScope } from '../../base/org/door';
import {
  drivenKm,
  etaAtStop,
  lateMinOfStop,
  lateOfStop,
  meanTempOfTrip,
  tripEta,
  tripLateLevel,
  tripLateMin,
} from '../figures/door';
import { placesOf } from './places';
import type { LockedWaybill } from './state';

/** Waybills that the caller may see and that were not voided. */
const fromWaybills = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('waybill as w')
    .leftJoin('vehicle as v', 'v.id', 'w.vehicle_id')
    .leftJoin('driver as d', 'd.id', 'w.driver_id')
    .leftJoin('driver as e', 'e.id', 'w.co_driver_id')
    .leftJoin('carrier as c', 'c.id', 'w.carrier_id')
    .leftJoin('app_user as u', 'u.id', 'w.created_by')
    .leftJoin('waybill as r', 'r.id', 'w.reload_from_id')
    .leftJoin('transport_route as tr', 'tr.id', 'w.route_id')
    .leftJoin('device_state as s', 's.vehicle_id', 'w.vehicle_id')
    .where('w.client_id', '=', ctx.clientId)
    .where('w.voided_at', 'is', null)
    .where(waybillScope(ctx, 'w'));

const textSql = (column: string): RawBuilder<string> => sql<string>`coalesce(${sql.ref(column)}, '')`;
/** Aggregate over the legs of the row. */
const legsSql = (what: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`) =>
  sql<number>`(select coalesce(${what}, 0)::int from waybill_leg l join customer_order lo on lo.id = l.order_id
    where l.waybill_id = w.id and l.removed_at is null and ${where})`;
const stopsSql = (where: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from waybill_stop p where p.waybill_id = w.id and ${where})`;

const rowColumns = ({ timeZone }: Ctx) =>
  [
    'w.id',
    'w.waybill_code as waybillCode',
    'w.waybill_kind as waybillKind',
    'w.from_name as fromName',
    'w.from_place_id as fromPlaceId',
    'w.to_name as toName',
    'w.vehicle_id as vehicleId',
    textSql('v.plate_no').as('plateNo'),
    'v.vehicle_color as vehicleColor',
    'v.vehicle_cq as vehicleCq',
    textSql('c.name').as('carrierName'),
    'w.driver_id as driverId',
    textSql('d.name').as('driverName'),
    textSql('d.phone').as('driverPhone'),
    'w.driver_confirm as driverConfirm',
    textSql('e.name').as('coDriverName'),
    legsSql(sql`count(*)`).as('orderCount'),
    legsSql(sql`count(*)`, sql`l.final and lo.signed_at is not null`).as('signedCount'),
    stopsSql(sql`true`).as('stopCount'),
    stopsSql(sql`p.stop_status >= ${stopStatus.left}`).as('stopDone'),
    sql<
      string | null
    >`(select p.name from waybill_stop p where p.waybill_id = w.id and p.stop_status < ${stopStatus.left} order by p.seq limit 1)`.as(
      'nextStop',
    ),
    legsSql(sql`sum(l.plan_pieces)`).as('planPieces'),
    'w.total_pieces as totalPieces',
    legsSql(sql`sum(l.load_pieces)`).as('loadPieces'),
    sql<boolean>`exists (select from waybill_leg l where l.waybill_id = w.id and l.removed_at is null and l.load_counted)`.as(
      'loadCounted',
    ),
    floatOf('w.total_weight_kg').as('totalWeight'),
    floatOf('w.total_volume_m3').as('totalVolume'),
    floatOrNull('w.load_rate_weight').as('loadRateWeight'),
    floatOrNull('w.load_rate_volume').as('loadRateVolume'),
    'w.temperature_types as temperatureTypes',
    floatOrNull('w.set_temp_c').as('setTemp'),
    sql<WaybillRow['zoneTemps']>`w.zone_temps`.as('zoneTemps'),
    meanTempOfTrip.as('boxTemp'),
    'tr.name as routeName',
    'w.trailer_plate as trailerPlate',
    sql<number>`round(w.plan_distance_m / 1000.0, 1)::float8`.as('planDistanceKm'),
    drivenKm.as('drivenKm'),
    sql<number | null>`(select max(lo.dispatch_source) from waybill_leg l join customer_order lo on lo.id = l.order_id
      where l.waybill_id = w.id and l.removed_at is null)`.as('dispatchSource'),
    sql<number>`(select coalesce(sum(lo.cod_fen), 0)::float8 / 100 from waybill_leg l join customer_order lo on lo.id = l.order_id
      where l.waybill_id = w.id and l.removed_at is null and l.final)`.as('codAmount'),
    legsSql(sql`count(*)`, sql`l.final and lo.receipt_require <> ${sql.lit(receiptRequire.none)}`).as('receiptCount'),
    legsSql(
      sql`count(*)`,
      sql`l.final and lo.receipt_require <> ${sql.lit(receiptRequire.none)} and exists (select from receipt rc where rc.order_id = lo.id
        and rc.receipt_status >= ${sql.lit(receiptStatus.uploaded)} and rc.audit_status not in (${sql.lit(auditStatus.cancelled)}, ${sql.lit(auditStatus.rejected)}))`,
    ).as('receiptBack'),
    sql<string | null>`${wireTimeSql(tripEta('last'), timeZone)}`.as('endEtaTime'),
    wireColumn('w.plan_depart_at', timeZone).as('planDepartTime'),
    wireColumn('w.plan_arrive_at', timeZone).as('planArriveTime'),
    wireColumnOrNull('w.actual_depart_at', timeZone).as('actualDepartTime'),
    wireColumnOrNull('w.actual_arrive_at', timeZone).as('actualArriveTime'),
    'w.depart_source as departSource',
    'w.arrive_source as arriveSource',
    sql<string | null>`${wireTimeSql(tripEta(), timeZone)}`.as('etaTime'),
    tripLateMin.as('delayMin'),
    tripLateLevel.as('delayLevel'),
    sql<number | null>`case when w.set_temp_c is not null then w.cooler_status end`.as('coolerStatus'),
    sql<
      string | null
    >`case when w.transport_status = ${transportStatus.toDepart} then (select ${wireColumn('fe.at', timeZone)} from waybill_stop_event fe
      join waybill_stop fp on fp.id = fe.stop_id where fe.waybill_id = w.id and fp.seq = 1 and fe.kind = 2 and not fe.applied) end`.as(
      'suspectDepartTime',
    ),
    sql<string>`(select coalesce(string_agg(x.name || case when x.day < current_date then ' 已过期' else ' 还有' || (x.day - current_date) || '天' end, '、' order by x.day), '')
      from (values ('行驶证', v.license_end), ('道路运输证', v.transport_cert_end), ('年检', v.inspect_end), ('保险', v.insure_end),
        ('驾驶证', d.license_end), ('从业资格证', d.qualification_end)) x(name, day)
      where w.transport_status = ${transportStatus.toDepart} and x.day <= current_date + ${stowDefaults.certificateWarnDays}::int)`.as(
      'paperWarn',
    ),
    sql<number>`floor(extract(epoch from coalesce(w.actual_depart_at, now()) - w.plan_depart_at) / 60)::int`.as(
      'departLateMin',
    ),
    'w.transport_status as transportStatus',
    'w.stow_status as stowStatus',
    sql<boolean>`w.load_started_at is not null`.as('loadStarted'),
    'w.seal_no as sealNo',
    'r.waybill_code as reloadFrom',
    'w.close_reason as closeReason',
    'w.remark',
    textSql('u.name').as('createUser'),
    wireColumn('w.created_at', timeZone).as('createTime'),
    'w.version',
  ] as const;

const sortable = {
  waybillCode: 'w.waybill_code',
  transportStatus: 'w.transport_status',
  plateNo: 'v.plate_no',
  totalPieces: 'w.total_pieces',
  totalWeight: 'w.total_weight_kg',
  totalVolume: 'w.total_volume_m3',
  loadRateWeight: 'w.load_rate_weight',
  planDepartTime: 'w.plan_depart_at',
  actualDepartTime: 'w.actual_depart_at',
  etaTime: tripEta(),
  planArriveTime: 'w.plan_arrive_at',
  actualArriveTime: 'w.actual_arrive_at',
  createTime: 'w.created_at',
};

/** Condition: waybill `w` has an abnormal report that was not withdrawn (`yes`), or has none (`no`). */
const isReported = (ctx: Ctx, abnormal: 'yes' | 'no') =>
  sql<boolean>`${abnormal === 'yes' ? sql`` : sql`not`} exists (select from abnormal_report ab where ab.client_id = ${ctx.clientId}
    and ab.waybill_id = w.id and ab.abnormal_status <> ${sql.lit(abnormalStatus.withdrawn)})`;

export type WaybillQuery = Partial<WaybillFilters> & {
  kind?: number;
  ids?: string[];
  /** further condition of the page, for the tabs of the docks */
  also?: RawBuilder<boolean>;
};

/** Conditions on waybill `w` that its lists and that of its stops share. */
export const tripConditions: OwnConditions<typeof tripFilters> = {
  orderCode: (code) => sql<boolean>`w.id in (select l.waybill_id from waybill_leg l
      where l.removed_at is null and l.order_id in (select orders_with_code(${likePattern(code)})))`,
  abnormal: (has, ctx) => isReported(ctx, has),
};

function waybillConditions(ctx: Ctx, q: WaybillQuery): RawBuilder<boolean> {
  const { kind, also, ...asked } = q;
  // a search by number finds the record whatever its day
  const within = q.waybillCode || q.orderCode ? { ...asked, planFrom: undefined, planTo: undefined } : asked;
  return allOf([
    filterConditions(waybillFilters.table, 'w', tripConditions, ctx, within),
    ...(kind === undefined ? [] : [sql<boolean>`w.waybill_kind = ${kind}`]),
    ...(also ? [also] : []),
  ]);
}

/** Steps that the state machines allow now, as far as the waybill's orders allow them too: without orders it can be voided, but not leave. */
function actionsOf(row: {
  waybillKind: number;
  transportStatus: number;
  stowStatus: number;
  orderCount: number;
  stopCount: number;
  stopDone: number;
  loadPieces: number;
  loadStarted: boolean;
  reloadFrom: string | null;
  fromPlaceId: string | null;
}): WaybillRow['allowActions'] {
  // the wire says numbers; both columns are written with the states of their machines only
  const trip = waybillMachine.allowed(row.transportStatus as LockedWaybill['transportStatus']);
  const before = row.transportStatus === transportStatus.toDepart;
  const stowing = before ? stowMachine.allowed(row.stowStatus as LockedWaybill['stowStatus']) : []; // see above
  // a pick-up trip leaves empty, and its goods are counted at each pick-up point
  const picking = row.waybillKind === waybillKind.billOfLading;
  const ready = row.orderCount > 0 && row.stowStatus >= stowStatus.stowed;
  return [...new Set([...trip, ...stowing])].filter((verb) => {
    if (picking && ['load', 'countLoad', 'startLoad', 'rollback', 'reloading'].includes(verb)) return false;
    if (verb === 'stowageEnroute') return picking && row.stopDone < row.stopCount - 1;
    if (verb === 'depart' || verb === 'load' || verb === 'countLoad') return ready;
    if (verb === 'startLoad') return ready && !row.loadStarted;
    if (verb === 'stowage' || verb === 'save' || verb === 'confirm')
      return row.stowStatus !== stowStatus.loaded && !row.loadStarted;
    if (verb === 'rollback') return row.loadPieces > 0 || row.loadStarted;
    // goods that change vehicles on the road lie at no site, so that their waybill cannot be voided
    if (verb === 'void')
      return row.loadPieces === 0 && !row.loadStarted && (row.reloadFrom === null || row.fromPlaceId !== null);
    return true;
  });
}
const withAllowedActions = <R extends Parameters<typeof actionsOf>[0]>(row: R) => ({
  ...row,
  allowActions: actionsOf(row),
});

export async function listWaybills(
  trx: Trx,
  ctx: Ctx,
  q: WaybillQuery & { sort?: string; limit: number; offset: number },
): Promise<WaybillRow[]> {
  // the page is chosen first: legs and stops are looked up for its rows only, not for all rows before it
  const page = await fromWaybills(trx, ctx)
    .select('w.id')
    .where(waybillConditions(ctx, q))
    .orderBy(orderByClause(q.sort, sortable, 'w.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const rows = await fromWaybills(trx, ctx)
    .select(rowColumns(ctx))
    .where(sql<boolean>`w.id = any(${page.map(({ id }) => id)}::bigint[])`)
    .orderBy(orderByClause(q.sort, sortable, 'w.id'))
    .execute();
  const places = await placesOf(trx, ctx, rows);
  return rows.map((row, i) => {
    const { fromPlaceId: _start, ...shown } = withAllowedActions(row);
    return { ...shown, place: places[i] ?? '' };
  });
}

export async function countWaybills(trx: Trx, ctx: Ctx, q: WaybillQuery): Promise<number> {
  const { n } = await fromWaybills(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(waybillConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

/** Number of waybills by state, and of all of them as `all`. */
export async function countWaybillsByState(trx: Trx, ctx: Ctx, q: WaybillQuery): Promise<Record<string, number>> {
  const rows = await fromWaybills(trx, ctx)
    .select(['w.transport_status as status', 'w.stow_status as stow', sql<number>`count(*)::int`.as('n')])
    .where(waybillConditions(ctx, q))
    .groupBy(['w.transport_status', 'w.stow_status'])
    .execute();
  const counts: Record<string, number> = Object.fromEntries(transportStatus.codes.map((code) => [code, 0]));
  for (const stow of stowStatus.codes) counts[`stow${stow}`] = 0;
  for (const { status, stow, n } of rows) {
    counts[status] = (counts[status] ?? 0) + n;
    if (status === transportStatus.toDepart) counts[`stow${stow}`] = (counts[`stow${stow}`] ?? 0) + n;
  }
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** One waybill with stops, legs, departures, arrivals and reloadings; undefined when it does not exist or the caller may not see it. */
export async function findWaybill(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  kind?: number,
): Promise<WaybillDetail | undefined> {
  const { timeZone } = ctx;
  const row = await fromWaybills(trx, ctx)
    .select(rowColumns(ctx))
    .select([
      'w.co_driver_id as coDriverId',
      'w.to_place_id as toPlaceId',
      'w.route_id as routeId',
      'w.return_place_id as returnPlaceId',
      sql<string>`coalesce((select b.name from place b where b.id = w.return_place_id), '')`.as('returnName'),
      wireColumnOrNull('w.plan_return_at', timeZone).as('planReturnTime'),
      sql<WaybillDetail['stopPlans']>`w.stop_plans`.as('stopPlans'),
      sql<string[]>`w.depart_file_ids::text[]`.as('departFileIds'),
    ])
    .select([
      's.lng as lng',
      's.lat as lat',
      wireColumnOrNull('s.fix_time', timeZone).as('fixTime'),
      sql<number | null>`(s.live->>'speedKmh')::float8`.as('speedKmh'),
    ])
    .where('w.waybill_code', '=', waybillCode)
    .where(kind === undefined ? sql<boolean>`true` : sql<boolean>`w.waybill_kind = ${kind}`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { lng, lat, fixTime, speedKmh, ...rest } = row;
  const isOver = rest.transportStatus === transportStatus.complete;
  return {
    ...withAllowedActions(rest),
    place: (await placesOf(trx, ctx, [rest]))[0] ?? '',
    // where the truck is after the trip is not where the trip is
    live: isOver || lng === null || lat === null || fixTime === null ? null : { lng, lat, time: fixTime, speedKmh },
    ...(await loadParts(trx, ctx, row.id)),
  };
}

async function loadParts(
  trx: Trx,
  ctx: Ctx,
  waybillId: string,
): Promise<Pick<WaybillDetail, 'stops' | 'legs' | 'departures' | 'arrivals' | 'reloads'>> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows: stops } = await sql<
    WaybillDetail['stops'][number]
  >`select p.seq, p.stop_type as "stopType", p.place_id::text as "placeId",
      p.name, p.address, p.contact, p.phone, p.lng, p.lat, ${at('p.window_start')} as "windowStart", ${at('p.window_end')} as "windowEnd",
      p.service_min as "serviceMin", ${at('p.plan_arrive_at')} as "planArriveTime", ${at('p.arrive_at')} as "arriveTime",
      ${at('p.leave_at')} as "leaveTime", ${wireTimeSql(etaAtStop(), ctx.timeZone)} as "etaTime", p.arrive_source as "arriveSource", p.leave_source as "leaveSource", p.stop_status as "stopStatus",
      p.checked_at is not null as checked, ${lateMinOfStop()} as "lateMin", ${lateOfStop()} as late
    from waybill_stop p join waybill w on w.id = p.waybill_id where p.waybill_id = ${waybillId} and p.client_id = ${ctx.clientId} order by p.seq`.execute(
    trx,
  );
  const { rows: legs } = await sql<
    WaybillDetail['legs'][number]
  >`select coalesce(u.pick_up_code, o.order_code) as "orderCode", coalesce(u.order_status, o.order_status) as "orderStatus",
      k.name as "customerName", case when u.id is null then o.receiver else u.ship_area || u.ship_address end as receiver, l.from_seq as "fromSeq", l.to_seq as "toSeq", l.leg_type as "legType", l.final,
      o.temperature_type as "temperatureType", l.plan_pieces as "planPieces", l.load_pieces as "loadPieces", l.load_counted as "loadCounted", l.unload_pieces as "unloadPieces",
      l.weight_kg::float8 as "weightKg", l.volume_m3::float8 as "volumeM3", l.compartment_no as "compartmentNo", l.load_seq as "loadSeq",
      l.transportation_status as "transportationStatus", ${at('o.signed_at')} as "signedAt", o.signer, o.sign_pieces as "signPieces",
      o.reject_pieces as "rejectPieces"
    from waybill_leg l join customer_order o on o.id = l.order_id join customer k on k.id = o.customer_id left join pick_up_order u on u.id = l.pick_up_id
    where l.waybill_id = ${waybillId} and l.client_id = ${ctx.clientId} and l.removed_at is null order by l.to_seq, o.order_code`.execute(
    trx,
  );
  const { rows: departures } = await sql<
    WaybillDetail['departures'][number]
  >`select r.id::text, ${at('r.depart_at')} as "departTime", r.source,
      r.plan_pieces as "planPieces", r.load_pieces as "loadPieces", r.seal_no as "sealNo", r.box_temp_c::float8 as "boxTemp",
      r.override_reason as "overrideReason", r.check_items as "checkItems", r.remark, r.check_user as "checkUser",
      ${at('r.revoked_at')} as "revokedAt", r.revoke_reason as "revokeReason", r.file_ids::text[] as "fileIds"
    from departure_record r where r.waybill_id = ${waybillId} and r.client_id = ${ctx.clientId} order by r.created_at`.execute(
    trx,
  );
  const { rows: arrivals } = await sql<
    WaybillDetail['arrivals'][number]
  >`select r.id::text, r.stop_seq as "stopSeq", ${at('r.arrive_at')} as "arriveTime",
      r.source, r.seal_no_seen as "sealNoSeen", r.seal_ok as "sealOk", r.box_temp_c::float8 as "boxTemp", r.lines, r.remark, r.check_user as "checkUser",
      r.probe_temp_c::float8 as "probeTemp", r.box_temp_reason as "boxTempReason", r.file_ids::text[] as "fileIds"
    from arrival_record r where r.waybill_id = ${waybillId} and r.client_id = ${ctx.clientId} order by r.created_at`.execute(
    trx,
  );
  const { rows: reloads } = await sql<
    WaybillDetail['reloads'][number]
  >`select r.id::text, a.waybill_code as "fromCode", b.waybill_code as "toCode", r.reason, r.remark, r.place_name as "placeName", r.lng, r.lat,
      ${at('r.reload_at')} as "reloadTime", r.lines, r.operator, r.file_ids::text[] as "fileIds"
    from reload_record r join waybill a on a.id = r.waybill_id join waybill b on b.id = r.new_waybill_id
    where r.client_id = ${ctx.clientId} and ${waybillId} in (r.waybill_id, r.new_waybill_id) order by r.reload_at`.execute(
    trx,
  );
  return { stops, legs, departures, arrivals, reloads };
}
