import { hourMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import {
  type arrivalDock,
  type arrivalDocks,
  type arrivalUndock,
  type DockBooking,
  maxDockHours,
} from '@tongda/contract/transport/waybill/dock/site-work';
import { stopStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTime, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, blockedByRule, illegalTransition, invalidField } from '../../../../core/http/errors';
import { errorCode } from '../../../../core/run/error-code';
import { waybillScope } from '../../../base/org/door';
import { etaAtStop } from '../../figures/door';
import { logSteps } from '../../order/door';
import { lockWaybill } from '../state';

interface DockStop {
  id: string;
  placeId: string;
  name: string;
  planArriveTime: string | null;
  etaTime: string | null;
  serviceMin: number;
  status: number;
  checked: boolean;
}

/** Finds a stop at a site of the company; 4000 for a stop at a receiver, where the company has no docks. */
async function findStopAtSite(trx: Trx, ctx: Ctx, waybillId: string, seq: number): Promise<DockStop> {
  const time = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
  const { rows } = await sql<
    Omit<DockStop, 'placeId'> & { placeId: string | null }
  >`select p.id::text, p.place_id::text as "placeId", p.name, ${time('p.plan_arrive_at')} as "planArriveTime",
      ${wireTimeSql(etaAtStop(), ctx.timeZone)} as "etaTime", p.service_min as "serviceMin", p.stop_status as status,
      p.checked_at is not null as checked
    from waybill_stop p join waybill w on w.id = p.waybill_id where p.waybill_id = ${waybillId} and p.seq = ${seq}`.execute(
    trx,
  );
  const { placeId, ...stop } = requireRow(rows[0], '途经点');
  if (placeId === null) throw illegalTransition(`${stop.name}不是站点，没有可预约的月台`);
  return { ...stop, placeId };
}

const loadBookings = (trx: Trx, ctx: Ctx, where: RawBuilder<unknown>) => {
  const time = (value: RawBuilder<unknown>) => wireTimeSql(sql<Date>`${value}`, ctx.timeZone);
  // everybody at the site may see that a dock is taken; by which truck, only those who may see its trip
  const mine = waybillScope(ctx, 'w');
  return sql<DockBooking>`select case when ${mine} then w.waybill_code else '' end as "waybillCode", p.seq as "stopSeq",
      case when ${mine} then coalesce(v.plate_no, '') else '' end as "plateNo", b.dock,
      ${time(sql`lower(b.during)`)} as "fromTime", ${time(sql`upper(b.during)`)} as "untilTime", b.remark, b.created_by_name as "createUser"
    from dock_booking b join waybill_stop p on p.id = b.stop_id join waybill w on w.id = p.waybill_id left join vehicle v on v.id = w.vehicle_id
    where b.client_id = ${ctx.clientId} and w.voided_at is null and ${where} order by lower(b.during), b.dock`.execute(
    trx,
  );
};

/** Bookings of the docks at a stop's site around its time, whichever trip they belong to. */
export const loadDocks = (ctx: Ctx, { waybillCode, stopSeq }: Parsed<typeof arrivalDocks>) =>
  ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode);
    const {
      id: _id,
      placeId,
      name,
      status: _status,
      checked: _checked,
      ...stop
    } = await findStopAtSite(trx, ctx, waybill.id, stopSeq);
    const { rows: taken } = await loadBookings(
      trx,
      ctx,
      sql`b.place_id = ${placeId} and upper(b.during) > now() - interval '2 hours' and lower(b.during) < now() + interval '2 days'`,
    );
    const { rows: docks } = await sql<{
      dock: string;
    }>`select dock from dock_booking where client_id = ${ctx.clientId} and place_id = ${placeId}
      group by dock order by length(dock), dock limit 50`.execute(trx);
    return { stopName: name, ...stop, docks: docks.map(({ dock }) => dock), bookings: taken };
  });

const exclusionViolation = '23P01';

/** 预约月台. A constraint of the database keeps two trucks from having one dock at the same time; the error (4011) says who has it. */
export const bookDock = (ctx: Ctx, input: Parsed<typeof arrivalDock>): Promise<DockBooking> =>
  ctx.db(async (trx) => {
    const { waybillCode, stopSeq, dock, remark } = input;
    const waybill = await lockWaybill(trx, ctx, waybillCode);
    const stop = await findStopAtSite(trx, ctx, waybill.id, stopSeq);
    if (stop.checked || stop.status >= stopStatus.left)
      throw new AppError(codes.illegalTransition, `${waybillCode}在${stop.name}已核对，不需要预约月台`);
    const { rows: times } = await sql<{
      from: Date;
      until: Date;
    }>`select ${instantSql(input.fromTime, ctx.timeZone)} as from,
      ${instantSql(input.untilTime, ctx.timeZone)} as until`.execute(trx);
    const from = new Date(times[0]?.from ?? Number.NaN);
    const until = new Date(times[0]?.until ?? Number.NaN);
    if (!(until > from)) throw invalidField('untilTime', '结束时间应晚于开始时间');
    if (until.getTime() - from.getTime() > maxDockHours * hourMs)
      throw invalidField('untilTime', `一次最多预约${maxDockHours}小时`);
    if (until.getTime() < Date.now()) throw invalidField('untilTime', '预约时间已过');
    await sql`savepoint booking`.execute(trx);
    try {
      await sql`insert into dock_booking (client_id, stop_id, place_id, dock, during, remark, created_by, created_by_name)
        values (${ctx.clientId}, ${stop.id}, ${stop.placeId}, ${dock}, tstzrange(${from}, ${until}), ${remark}, ${ctx.userId}, ${ctx.userName})
        on conflict (stop_id) do update set dock = excluded.dock, during = excluded.during, remark = excluded.remark,
          created_by = excluded.created_by, created_by_name = excluded.created_by_name, created_at = now()`.execute(
        trx,
      );
    } catch (error) {
      if (errorCode(error) !== exclusionViolation) throw error;
      await sql`rollback to savepoint booking`.execute(trx);
      const { rows } = await loadBookings(
        trx,
        ctx,
        sql`b.place_id = ${stop.placeId} and b.dock = ${dock} and b.stop_id <> ${stop.id} and b.during && tstzrange(${from}, ${until})`,
      );
      throw blockedByRule(takenWords(stop.name, dock, rows[0]), ['DOCK']);
    }
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: waybillCode,
        action: '预约月台',
        remark: `${stop.name} ${dock} ${wireTime(from, ctx.timeZone).slice(5, 16)}~${wireTime(until, ctx.timeZone).slice(11, 16)}`,
      },
    ]);
    const { rows } = await loadBookings(trx, ctx, sql`b.stop_id = ${stop.id}`);
    return requireRow(rows[0], '月台预约');
  });

function takenWords(place: string, dock: string, taken: DockBooking | undefined): string {
  if (!taken) return `${place}${dock}该时段已被预约，请换月台或时间`;
  return `${place}${dock} ${taken.fromTime.slice(11, 16)}~${taken.untilTime.slice(11, 16)}已由${taken.plateNo || taken.waybillCode || '其他部门的车辆'}预约，请换月台或时间`;
}

export const cancelDock = (ctx: Ctx, { waybillCode, stopSeq }: Parsed<typeof arrivalUndock>) =>
  ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode);
    const stop = await findStopAtSite(trx, ctx, waybill.id, stopSeq);
    const { rows } = await sql<{
      dock: string;
    }>`delete from dock_booking where stop_id = ${stop.id} and client_id = ${ctx.clientId} returning dock`.execute(trx);
    const { dock } = requireRow(rows[0], '月台预约');
    await logSteps(trx, ctx, [
      { objType: 'waybill', objCode: waybillCode, action: '取消月台预约', remark: `${stop.name} ${dock}` },
    ]);
    return { waybillCode };
  });
