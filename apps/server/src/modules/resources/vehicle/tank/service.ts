import { dayMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import {
  recalcDays,
  type Tank,
  type TankFields,
  type tankCopy,
  type tankGet,
  type tankHistory,
  type tankSave,
} from '@tongda/contract/resources/vehicle/tank';
import { tankShapes } from '@tongda/contract/resources/vehicle/tank-shape';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTime, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import {
  type AppError,
  blockedByRule,
  changedMeanwhile,
  invalidField,
  notFound,
  refuseMoment,
} from '../../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../../core/record/audit';
import { nameOfUser } from '../../../../core/record/user-name';
import { readTrack } from '../../../watch/track/door';
import { explainMissing, type FoundVehicle, findVehicle } from '../list/repo';
import { copyToVehicles } from '../record/copy';
import { entity, requireOwnVehicle } from '../record/service';

type StoredTank = Tank & { id: string };

/** The tables of a vehicle's tanks that hold now. */
async function readTanks(trx: Trx, ctx: Ctx, vehicleId: string): Promise<StoredTank[]> {
  const { rows } =
    await sql<StoredTank>`select t.id::text, t.tank, t.version, coalesce(t.capacity_l, 0) as "capacityL", t.shape, t.range_min as "rangeMin", t.range_max as "rangeMax",
      coalesce((select jsonb_agg(jsonb_build_object('raw', p -> 0, 'litres', p -> 1) order by n) from jsonb_array_elements(t.points) with ordinality x(p, n)), '[]') as points,
      t.idle_l_per_h::float8 as "idleLPerH", t.ref_l_per_100km::float8 as "refLPer100Km", t.rise_l::float8 as "riseL", t.rise_percent::float8 as "risePercent",
      t.drop_l::float8 as "dropL", t.drop_percent::float8 as "dropPercent", t.remark, ${wireTimeSql(sql<Date | null>`lower(t.during)`, ctx.timeZone)} as "startTime"
    from tank_table t where t.vehicle_id = ${vehicleId} and upper_inf(t.during) order by t.tank`.execute(trx);
  return rows;
}

/** The newest raw values of the tanks, and when that was (epoch ms). Raw is what the terminal said, before any table. */
async function readRaw(trx: Trx, vehicleId: string): Promise<{ raw: Array<number | null>; t: number | null }> {
  const { rows } = await sql<{ t: number | null }>`select (extract(epoch from max(device_time)) * 1000)::float8 as t
    from device_state where vehicle_id = ${vehicleId}`.execute(trx);
  const t = rows[0]?.t ?? null;
  if (t === null) return { raw: [], t };
  const last = (await readTrack(trx, { vehicleId, from: t - dayMs / 24, to: t })).findLast(
    ({ fuelL }) => fuelL.length > 0,
  );
  return { raw: [...(last?.fuelL ?? [])], t: last?.t ?? null };
}

/** What 油量标定 shows of a vehicle: its tanks as they are calibrated, and what their sensors say now. */
export function loadTanks(ctx: Ctx, vehicleId: string): Promise<Output<typeof tankGet>> {
  return ctx.db(async (trx) => {
    const vehicle = await findVehicle(trx, ctx, vehicleId);
    if (!vehicle) throw await explainMissing(trx, ctx, vehicleId);
    const { raw, t } = await readRaw(trx, vehicleId);
    const { sensors, capacity } = await loadSensors(trx, vehicleId);
    if (sensors === 0 && raw.length === 0) throw withoutSensor(vehicle.plateNo);
    return {
      vehicleId,
      plateNo: vehicle.plateNo,
      vehicleColor: vehicle.vehicleColor,
      remarkNo: vehicle.remarkNo,
      sharedFrom: vehicle.sharedFrom,
      capacityL: capacity,
      sensors: Math.max(sensors, raw.length),
      tanks: (await readTanks(trx, ctx, vehicleId)).map(({ id: _id, ...tank }) => tank),
      raw,
      readTime: t === null ? null : wireTime(t, ctx.timeZone),
    };
  });
}

const withoutSensor = (plateNo: string): AppError => blockedByRule(`未安装油量传感器：${plateNo}`);

async function loadSensors(trx: Trx, vehicleId: string): Promise<{ sensors: number; capacity: number | null }> {
  const { rows } = await sql<{
    sensors: number;
    capacity: number | null;
  }>`select greatest(v.oil_count, (select count(*) from probe p where p.vehicle_id = v.id
      and p.kind = 'oil'))::int as sensors, v.tank_capacity_l as capacity from vehicle v where v.id = ${vehicleId}`.execute(
    trx,
  );
  return rows[0] ?? { sensors: 0, capacity: null };
}

/** Saves a new version of one tank's table; 4009 when somebody has saved that tank meanwhile. */
export function saveTank(ctx: Ctx, input: Parsed<typeof tankSave>): Promise<Output<typeof tankSave>> {
  return ctx.db(async (trx) => {
    const vehicle = await requireOwnVehicle(trx, ctx, input.vehicleId);
    await sql`select from vehicle where id = ${vehicle.id} for update`.execute(trx);
    const { raw } = await readRaw(trx, vehicle.id);
    if ((await loadSensors(trx, vehicle.id)).sensors === 0 && raw.length === 0) throw withoutSensor(vehicle.plateNo);
    const before = (await readTanks(trx, ctx, vehicle.id)).find(({ tank }) => tank === input.tank);
    if ((before?.version ?? 0) !== input.version) throw changedMeanwhile(entity, vehicle.id);
    const at = await readMoment(trx, ctx, input);
    await writeTank(trx, ctx, vehicle.id, input, at, input.version + 1);
    const changes = changesOf(input.tank, before, input);
    changes.push({
      field: 'effectiveFrom',
      label: `油箱${input.tank}标定生效时间`,
      before: before?.startTime ?? '',
      after: input.effectiveFrom,
    });
    await recordChanges(trx, ctx, [{ entity, entityId: vehicle.id, action: '油量标定', changes }]);
    const days = input.recalc ? await markDays(trx, ctx, vehicle.id, at) : 0;
    return { version: input.version + 1, days };
  });
}

/** The moment from which a table holds: 4000 when it lies ahead, or before the beginning of another version of the tank. */
async function readMoment(
  trx: Trx,
  ctx: Ctx,
  { vehicleId, tank, effectiveFrom }: Parsed<typeof tankSave>,
): Promise<Date> {
  const { rows } = await sql<{
    at: Date;
    late: boolean;
    early: boolean;
  }>`select t.at, t.at > clock_timestamp() + interval '1 minute' as late,
      exists (select from tank_table v where v.vehicle_id = ${vehicleId} and v.tank = ${tank} and lower(v.during) > t.at) as early
    from (select ${instantSql(effectiveFrom, ctx.timeZone)} as at) t`
    .execute(trx)
    .catch(refuseMoment('effectiveFrom'));
  const [moment] = rows;
  if (!moment) throw invalidField('effectiveFrom', '时间不存在');
  if (moment.late) throw invalidField('effectiveFrom', '生效时间不能晚于当前时间');
  if (moment.early) throw invalidField('effectiveFrom', '生效时间不能早于当前版本的生效时间');
  return moment.at;
}

/** Ends the table of a tank at a moment and begins the new one there; a version that began at the same moment is replaced. */
async function writeTank(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  tank: TankFields & { tank: number },
  at: Date,
  version: number,
) {
  const own = sql`vehicle_id = ${vehicleId} and tank = ${tank.tank}`;
  await sql`delete from tank_table where ${own} and lower(during) = ${at}`.execute(trx);
  await sql`update tank_table set during = tstzrange(lower(during), ${at}) where ${own} and upper_inf(during)`.execute(
    trx,
  );
  await trx
    .insertInto('tank_table')
    .values({
      client_id: ctx.clientId,
      vehicle_id: vehicleId,
      tank: tank.tank,
      during: sql<string>`tstzrange(${at}, null)`,
      capacity_l: tank.capacityL,
      shape: tank.shape,
      range_min: tank.rangeMin,
      range_max: tank.rangeMax,
      points: JSON.stringify(tank.points.map(({ raw, litres }) => [raw, litres])),
      idle_l_per_h: tank.idleLPerH === null ? null : String(tank.idleLPerH),
      ref_l_per_100km: tank.refLPer100Km === null ? null : String(tank.refLPer100Km),
      rise_l: tank.riseL === null ? null : String(tank.riseL),
      rise_percent: tank.risePercent === null ? null : String(tank.risePercent),
      drop_l: tank.dropL === null ? null : String(tank.dropL),
      drop_percent: tank.dropPercent === null ? null : String(tank.dropPercent),
      remark: tank.remark,
      version,
      created_by: ctx.userId,
    })
    .execute();
}

/** Days since a moment, the last `recalcDays` at most, that are computed again with the new table. */
async function markDays(trx: Trx, ctx: Ctx, vehicleId: string, at: Date): Promise<number> {
  const since = new Date(Math.max(new Date(at).getTime(), Date.now() - recalcDays * dayMs));
  const { rows } = await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select ${vehicleId}, d::date, ${ctx.clientId}, now() from generate_series((${since}::timestamptz at time zone ${ctx.timeZone})::date,
      (now() at time zone ${ctx.timeZone})::date, interval '1 day') d
    on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at) returning 1`.execute(
    trx,
  );
  return rows.length;
}

const labels = {
  capacityL: '油箱容量(L)',
  shape: '形状',
  range: '传感器量程',
  points: '标定点',
  idleLPerH: '怠速油耗(L/h)',
  refLPer100Km: '参考百公里油耗(L)',
  rise: '加油阈值',
  drop: '漏油阈值',
  remark: '说明',
} as const;

/** A table in words: `400`, `圆形`, `100→0、300→60`. */
const wordsOf = (t: TankFields): Partial<Record<keyof typeof labels, string>> => ({
  capacityL: String(t.capacityL),
  shape: tankShapes[t.shape],
  range: t.rangeMin === null && t.rangeMax === null ? '' : `${t.rangeMin ?? ''}~${t.rangeMax ?? ''}`,
  points: t.points.map(({ raw, litres }) => `${raw}→${litres}`).join('、'),
  idleLPerH: t.idleLPerH?.toString() ?? '',
  refLPer100Km: t.refLPer100Km?.toString() ?? '',
  rise: thresholdWords(t.riseL, t.risePercent),
  drop: thresholdWords(t.dropL, t.dropPercent),
  remark: t.remark,
});
const thresholdWords = (litres: number | null, percent: number | null): string =>
  [litres === null ? '' : `${litres}L`, percent === null ? '' : `${percent}%`].filter(Boolean).join(' / ');

const changesOf = (no: number, before: TankFields | undefined, after: TankFields): Change[] =>
  changesBetween(before ? wordsOf(before) : {}, wordsOf(after), labels).map((change) => ({
    ...change,
    label: `油箱${no}${change.label}`,
  }));

/** Copies the tables of one vehicle to others of the same type, from now on; a vehicle that cannot get them has the reason in its line. */
export function copyTanks(ctx: Ctx, { vehicleId, ids }: Parsed<typeof tankCopy>): Promise<BatchLine[]> {
  return ctx.db(async (trx) => {
    const source = await findVehicle(trx, ctx, vehicleId);
    if (!source) throw notFound('车辆');
    const tanks = await readTanks(trx, ctx, vehicleId);
    if (tanks.length === 0) throw blockedByRule(`车辆${source.plateNo}还没有油量标定，没有可复制的内容`);
    return copyToVehicles(trx, ctx, source, ids, {
      refuse: async ({ id }) => ((await loadSensors(trx, id)).sensors === 0 ? '未安装油量传感器' : null),
      write: (target) => copyTo(trx, ctx, source.plateNo, tanks, target),
    });
  });
}

async function copyTo(trx: Trx, ctx: Ctx, from: string, tanks: readonly StoredTank[], { id }: FoundVehicle) {
  await sql`select from vehicle where id = ${id} for update`.execute(trx);
  const own = await readTanks(trx, ctx, id);
  const changes: Change[] = [];
  for (const tank of tanks) {
    const before = own.find((one) => one.tank === tank.tank);
    await writeTank(trx, ctx, id, { ...tank, remark: `复制自${from}` }, new Date(), (before?.version ?? 0) + 1);
    changes.push(...changesOf(tank.tank, before, tank));
  }
  await recordChanges(trx, ctx, [{ entity, entityId: id, action: `复制${from}的油量标定`, changes }]);
}

/** The versions of all tanks of a vehicle, newest first, at most 50. */
export function listTankVersions(ctx: Ctx, vehicleId: string): Promise<Output<typeof tankHistory>> {
  return ctx.db(async (trx) => {
    if (!(await findVehicle(trx, ctx, vehicleId))) throw notFound('车辆');
    const { rows } = await sql<
      Output<typeof tankHistory>[number]
    >`select t.id::text, t.tank, ${wireTimeSql(sql<Date | null>`lower(t.during)`, ctx.timeZone)} as "startTime",
        ${wireTimeSql(sql<Date | null>`upper(t.during)`, ctx.timeZone)} as "endTime", coalesce(${nameOfUser(sql.ref('t.created_by'))}, '') as "userName",
        ${wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone)} as "savedTime", t.capacity_l as "capacityL", jsonb_array_length(t.points) as points, t.remark
      from tank_table t where t.vehicle_id = ${vehicleId} and not isempty(t.during) order by lower(t.during) desc nulls last, t.tank limit 50`.execute(
      trx,
    );
    return rows;
  });
}
