import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportationStatus } from '@tongda/contract/transport/enums';
import { minutesAfter } from '@tongda/contract/transport/figures';
import {
  type arrivalConfirm,
  type arrivalRegister,
  type arrivalRevoke,
  revokeArrivalMin,
} from '@tongda/contract/transport/waybill/dock/arrival';
import { countProblem } from '@tongda/contract/transport/waybill/dock/counting';
import { eventSource, onHandStatus, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField } from '../../../../core/http/errors';
import { refuseForeignFiles } from '../../../base/file/door';
import { loadPiecesOf, lockOrders, logSteps, refreshStatus, updateTotals } from '../../order/door';
import { recordReceipts } from '../../receipt-order/door';
import { parseEventTime } from '../event-time';
import { eventKind } from '../road/stop-events';
import { logAtStop } from '../road/stop-log';
import {
  type LockedWaybill,
  loadLegs,
  lockWaybill,
  type OpenLeg,
  refuseWaybill,
  settleWaybill,
  startLegs,
  writeWaybill,
} from '../state';
import { notePicked, spreadByPieces } from '../stow/picked';
import {
  loadProbeTemp,
  refuseOtherTemperature,
  refuseUnprovenSeal,
  refuseWithoutTemperature,
  reportArrival,
} from './arrive-checks';

interface Stop {
  id: string;
  seq: number;
  name: string;
  stopType: number;
  stopStatus: number;
  placeId: string | null;
  arriveAt: Date | null;
  leaveAt: Date | null;
  checked: boolean;
  dueAt: Date | null;
}

/** Finds one stop of a locked waybill; 4004 when there is none. */
async function findStop(trx: Trx, waybill: LockedWaybill, seq: number): Promise<Stop> {
  const { rows } =
    await sql<Stop>`select id::text, seq, name, stop_type as "stopType", stop_status as "stopStatus", place_id::text as "placeId",
      arrive_at as "arriveAt", leave_at as "leaveAt", checked_at is not null as checked, coalesce(window_end, plan_arrive_at) as "dueAt"
    from waybill_stop where waybill_id = ${waybill.id} and seq = ${seq}`.execute(trx);
  return requireRow(rows[0], '途经点');
}

/** Minutes later than planned; negative: early. */
const lateOf = ({ dueAt }: Stop, at: Date): number =>
  dueAt === null ? 0 : minutesAfter(dueAt.getTime(), at.getTime());

/** Writes the arrival at a stop; an earlier entry stays. */
async function noteArrival(trx: Trx, stop: Stop, at: Date, source: number = eventSource.manual): Promise<void> {
  await sql`update waybill_stop set stop_status = ${stopStatus.arrived}, arrive_at = coalesce(arrive_at, ${at}),
      arrive_source = coalesce(arrive_source, ${source}) where id = ${stop.id} and stop_status = ${stopStatus.toCome}`.execute(
    trx,
  );
}

/** 到站登记. `source`: `scan` when a driver scanned the code of the store. */
export function registerArrival(ctx: Ctx, input: Parsed<typeof arrivalRegister>, source: number = eventSource.manual) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode);
    refuseWaybill('arrive', waybill);
    const stop = await findStop(trx, waybill, input.stopSeq);
    if (stop.stopStatus !== stopStatus.toCome)
      throw new AppError(codes.illegalTransition, `${stop.name}已登记到站，不能重复登记`, {
        from: stop.stopStatus,
        to: stopStatus.arrived,
      });
    const at = await parseEventTime(trx, ctx, waybill, input.arriveTime, { field: 'arriveTime', word: '到站' });
    await noteArrival(trx, stop, at, source);
    await writeWaybill(trx, ctx, waybill, {});
    const orderAction = stop.stopType === stopType.load ? '到达装货点' : '到站';
    await logAtStop(trx, ctx, ctx, waybill, stop, { action: '到站登记', orderAction, source, happenedAt: at });
    return { stopStatus: stopStatus.arrived, lateMin: lateOf(stop, at) };
  });
}

/** 撤销到站: allowed shortly afterwards and before the count. */
export function revokeArrival(ctx: Ctx, { waybillCode, stopSeq, reason }: Parsed<typeof arrivalRevoke>) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode);
    refuseWaybill('arrive', waybill);
    const stop = await findStop(trx, waybill, stopSeq);
    const refuse = (why: string) => new AppError(codes.illegalTransition, `${stop.name}${why}，不能撤销到站`);
    if (stop.checked) throw refuse('已核对');
    if (stop.stopStatus !== stopStatus.arrived || stop.arriveAt === null)
      throw refuse(stop.stopStatus === stopStatus.toCome ? '还没有到站' : '已离开');
    if (Date.now() - new Date(stop.arriveAt).getTime() > revokeArrivalMin * minuteMs)
      throw refuse(`到站已超过${revokeArrivalMin}分钟`);
    const handed = (await loadLegs(trx, ctx, waybill.id)).find(
      (leg) => leg.toSeq === stopSeq && leg.transportationStatus === transportationStatus.completed,
    );
    if (handed) throw refuse(`的订单${handed.orderCode}已交接`);
    await sql`update waybill_stop set stop_status = ${stopStatus.toCome}, arrive_at = null, arrive_source = null where id = ${stop.id}`.execute(
      trx,
    );
    await writeWaybill(trx, ctx, waybill, {});
    const undone = { action: '撤销到站', orderAction: '撤销到站', source: eventSource.manual, why: reason };
    await logAtStop(trx, ctx, ctx, waybill, stop, undone);
    return { stopStatus: stopStatus.toCome };
  });
}

type Line = Parsed<typeof arrivalConfirm>['lines'][number];

/** Checks the counted lines: every order of the stop exactly once, with possible counts (4000). */
function checkCounts(
  legs: readonly OpenLeg[],
  lines: readonly Line[],
  loading: boolean,
): Array<{ leg: OpenLeg; line: Line }> {
  for (const line of lines)
    if (!legs.some((leg) => leg.orderCode === line.orderCode))
      throw invalidField('lines', `订单${line.orderCode}不在此站装卸`);
  return legs.map((leg) => {
    const same = lines.filter((line) => line.orderCode === leg.orderCode);
    const [line] = same;
    if (!line) throw invalidField('lines', `请填写订单${leg.orderCode}的件数`);
    if (same.length > 1) throw invalidField('lines', `订单${leg.orderCode}重复`);
    if (loading && leg.pickUpId !== null && line.pieces === 0)
      throw invalidField('lines', `提货单${leg.orderCode}没有提到货，请在提货单登记提货失败`);
    if (loading && leg.pickUpId === null && line.pieces !== leg.planPieces)
      throw invalidField(
        'lines',
        `订单${leg.orderCode}应装${leg.planPieces}件，实装${line.pieces}件；部分装车请先拆单`,
      );
    const problem = loading ? null : countProblem({ ...line, loaded: leg.loadPieces, unloaded: line.pieces });
    if (problem) throw invalidField('lines', `订单${leg.orderCode}：${problem}`);
    return { leg, line };
  });
}

/** When goods changed hands at a stop: while the truck was there, and when nobody counted them as it arrived. */
function handedOverAt({ actualDepartAt }: LockedWaybill, stop: Stop, source: number, told: Date): Date {
  const came = stop.arriveAt ?? actualDepartAt ?? told;
  if (source === eventSource.fence) return stop.arriveAt ?? told;
  const known = Math.min(told.getTime(), stop.leaveAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return new Date(Math.max(known, came.getTime()));
}

/**
 * 到站核对: goods that are loaded here are on the road from now on, goods that are unloaded at a site lie there, and deliveries wait for their
 * signature. `source`: `fence` for companies that do without counting. `told`: when whoever counted says so, which may reach the server later.
 */
export function confirmArrival(
  ctx: Ctx,
  input: Parsed<typeof arrivalConfirm>,
  source: number = eventSource.manual,
  told = new Date(),
) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version });
    refuseWaybill('arrive', waybill);
    const stop = await findStop(trx, waybill, input.stopSeq);
    if (stop.checked)
      throw new AppError(codes.illegalTransition, `${stop.name}已核对，不能重复核对`, {
        from: stop.stopStatus,
        to: null,
      });
    const all = await loadLegs(trx, ctx, waybill.id);
    const loading = stop.stopType === stopType.load;
    const here = all.filter((leg) => (loading ? leg.fromSeq : leg.toSeq) === stop.seq);
    const open = here.filter((leg) =>
      loading && leg.pickUpId !== null
        ? leg.transportationStatus === transportationStatus.notStarted
        : leg.transportationStatus !== transportationStatus.completed,
    );
    const early = open.find((leg) => !loading && leg.transportationStatus === transportationStatus.notStarted);
    if (early) throw new AppError(codes.illegalTransition, `订单${early.orderCode}还没有装车，不能到站核对`);
    const counted = checkCounts(open, input.lines, loading);
    const manual = source === eventSource.manual;
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    if (manual) refuseUnprovenSeal(waybill, input);
    if (manual && !loading) await refuseWithoutTemperature(trx, counted);
    const probeTemp = await loadProbeTemp(trx, waybill);
    if (manual) refuseOtherTemperature(input, probeTemp);
    const at = handedOverAt(waybill, stop, source, told);
    const orders = await lockOrders(
      trx,
      ctx,
      open.map(({ orderCode }) => orderCode),
    );
    await noteArrival(trx, stop, at);
    await recordArrival(trx, ctx, waybill, stop, { ...input, source, probeTemp }, counted, at);
    let receiptCodes: string[] = [];
    if (loading) await loadHere(trx, ctx, waybill, stop, counted, at);
    else
      receiptCodes = await unloadHere(trx, ctx, waybill, stop, counted, {
        at: stop.arriveAt ?? at,
        boxTemp: input.boxTemp,
      });
    await closeStop(trx, waybill, stop, { at, source });
    const next = await settleWaybill(trx, ctx, waybill, at, source);
    await refreshStatus(
      trx,
      ctx,
      orders.map(({ id }) => id),
    );
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: loading ? '装货核对' : '到站核对',
        from: 2,
        to: next,
        remark: stop.name,
        source,
        happenedAt: at,
      },
      ...counted.map(({ leg, line }) => ({
        objType: 'customerOrder' as const,
        objCode: leg.orderCode,
        action: loading ? '装车' : stop.stopStatus === stopStatus.toCome ? '到站' : '到站核对',
        from: orders.find(({ id }) => id === leg.orderId)?.orderStatus ?? null,
        to: orderStatus.inTransit,
        remark: `${stop.name} ${line.pieces}件${differenceOf(line)}`,
        source,
        happenedAt: at,
      })),
    ]);
    const abnormalCodes = input.reportDifferences ? await reportArrival(trx, ctx, waybill, stop, input, counted) : [];
    return {
      waybillCode: waybill.waybillCode,
      version: waybill.version + 1,
      transportStatus: next,
      receiptCodes,
      abnormalCodes,
    };
  });
}

const differenceOf = ({ damaged, short, over }: Line): string =>
  [damaged > 0 ? `破损${damaged}` : '', short > 0 ? `短少${short}` : '', over > 0 ? `多货${over}` : '']
    .filter(Boolean)
    .map((word) => `，${word}件`)
    .join('');

async function recordArrival(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  stop: Stop,
  input: Parsed<typeof arrivalConfirm> & { source: number; probeTemp: number | null },
  counted: ReadonlyArray<{ leg: OpenLeg; line: Line }>,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('arrival_record')
    .values({
      client_id: ctx.clientId,
      waybill_id: waybill.id,
      stop_seq: stop.seq,
      arrive_at: stop.arriveAt ?? at,
      source: input.source,
      seal_no_seen: input.sealNoSeen,
      seal_ok: input.sealNoSeen && waybill.sealNo ? input.sealNoSeen === waybill.sealNo : null,
      box_temp_c: input.boxTemp,
      probe_temp_c: input.probeTemp,
      box_temp_reason: input.boxTempReason ?? null,
      file_ids: input.fileIds,
      lines: JSON.stringify(
        counted.map(({ leg, line }) => ({
          orderCode: leg.orderCode,
          loaded: stop.stopType === stopType.load ? line.pieces : leg.loadPieces,
          unloaded: stop.stopType === stopType.load ? 0 : line.pieces,
          damaged: line.damaged,
          short: line.short,
          over: line.over,
          productTemp: line.productTemp,
        })),
      ),
      remark: input.remark,
      check_user: ctx.userName,
      created_by: ctx.userId,
    })
    .execute();
}

async function loadHere(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  stop: Stop,
  counted: ReadonlyArray<{ leg: OpenLeg; line: Line }>,
  at: Date,
): Promise<void> {
  for (const { leg, line } of counted) {
    const { id, pickUpId } = leg;
    if (pickUpId === null) await loadPiecesOf(trx, id, line.pieces);
    else {
      const lines = await spreadByPieces(trx, pickUpId, line.pieces, line.productTemp);
      await notePicked(trx, ctx, { id, pickUpId }, lines, at);
    }
  }
  await startLegs(trx, waybill.id, stop.seq);
  await updateTotals(trx, [waybill.id]);
  const ids = counted.map(({ leg }) => leg.orderId);
  await sql`update customer_order set on_hand_status = ${onHandStatus.onTheWay}, current_place_id = null where id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Unloads legs. At a site they end and the goods lie there; at a receiver only the count is stored, and the signature ends the leg. */
async function unloadHere(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  stop: Stop,
  counted: ReadonlyArray<{ leg: OpenLeg; line: Line }>,
  { at, boxTemp }: { at: Date; boxTemp: number | null },
): Promise<string[]> {
  for (const { leg, line } of counted)
    await trx
      .updateTable('waybill_leg')
      .set({
        unload_pieces: line.pieces,
        ...(stop.placeId === null ? {} : { transportation_status: transportationStatus.completed }),
      })
      .where('id', '=', leg.id)
      .execute();
  if (stop.placeId === null) return [];
  const ids = counted.map(({ leg }) => leg.orderId);
  await sql`update customer_order set on_hand_status = ${onHandStatus.atSite}, current_place_id = ${stop.placeId}
    where id = any(${ids}::bigint[])`.execute(trx);
  return recordReceipts(
    trx,
    ctx,
    { waybillId: waybill.id, placeId: stop.placeId, boxTemp, at },
    counted.map(({ leg, line }) => ({
      orderId: leg.orderId,
      orderCode: leg.orderCode,
      pickUpId: leg.pickUpId,
      loaded: leg.loadPieces,
      pieces: line.pieces,
      damaged: line.damaged,
      weightKg: line.weightKg ?? null,
      volumeM3: line.volumeM3 ?? null,
      productTemp: line.productTemp,
    })),
  );
}

/**
 * Marks a stop as counted, and as left when none of its legs is open any more: at that moment when a person says so, unless it is known already when the truck
 * left, as its fence has told it; when a fence stands in for the count the truck has just come, and its fence tells when it leaves.
 */
export async function closeStop(
  trx: Trx,
  waybill: LockedWaybill,
  stop: Pick<Stop, 'id' | 'seq' | 'stopType'>,
  { at, source }: { at: Date; source: number },
) {
  const open = sql`exists (select from waybill_leg l where l.waybill_id = ${waybill.id} and l.removed_at is null
    and l.to_seq = ${stop.seq} and l.transportation_status <> ${transportationStatus.completed})`;
  const stays = sql`(${stop.stopType === stopType.unload} and ${open})`;
  const untold = sql`(${source === eventSource.fence} or ${stays})`;
  const seen = sql`(select e.at from waybill_stop_event e where e.stop_id = waybill_stop.id and e.kind = ${eventKind.leave} and e.at >= waybill_stop.arrive_at)`;
  await sql`update waybill_stop set checked_at = coalesce(checked_at, now()),
      stop_status = case when ${stays} then stop_status else ${stopStatus.left} end,
      leave_at = case when ${untold} then leave_at else coalesce(leave_at, ${seen}, ${at}) end,
      leave_source = case when ${untold} or leave_at is not null then leave_source when ${seen} is not null then ${eventSource.fence} else ${eventSource.manual} end
    where id = ${stop.id}`.execute(trx);
}
