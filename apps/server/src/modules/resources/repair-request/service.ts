import { msgType } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type {
  RepairRequestVerb,
  repairRequestAdd,
  repairRequestCancel,
  repairRequestRate,
  repairRequestSlots,
  repairRequestUpdate,
} from '@tongda/contract/resources/repair-request/calls';
import { repairFault, visitHalf } from '@tongda/contract/resources/repair-request/enums';
import { bookableFrom, refuseVisitDay, visitsPerHalf } from '@tongda/contract/resources/repair-request/visit';
import { type Kysely, sql, type Updateable } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB, RepairRequest } from '../../../core/generated/db-types';
import { todaySql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { nextCodes } from '../../../core/record/codes';
import { refuseForeignFiles } from '../../base/file/door';
import { tellProvider } from '../../base/message/door';
import { countVisits, listReportable, openStates, requestRows } from './repo';
import { entity, takeStep } from './step';

async function loadToday(trx: Trx, ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select ${todaySql(ctx.timeZone)}::text as today`.execute(trx);
  return rows[0]?.today ?? '';
}

/** The halves of the coming working days with the number of visits that engineers can still make. */
export function listSlots(ctx: Ctx): Promise<Output<typeof repairRequestSlots>> {
  return ctx.db(async (trx) => {
    const days = bookableFrom(await loadToday(trx, ctx));
    const booked = await countVisits(trx, days[0] ?? '', days.at(-1) ?? '');
    return days.flatMap((date) =>
      visitHalf.codes.map((half) => ({
        date,
        half,
        left: Math.max(0, visitsPerHalf - (booked.get(`${date} ${half}`) ?? 0)),
      })),
    );
  });
}

type Visit = Pick<Parsed<typeof repairRequestAdd>, 'visitDate' | 'visitHalf' | 'address' | 'contact' | 'phone'>;
/** The columns of a visit, once it is sure that an engineer has time: two who book the last place wait for each other. */
async function bookVisit(trx: Trx, ctx: Ctx, visit: Visit) {
  const { visitDate, visitHalf: half } = visit;
  const refusal = refuseVisitDay(visitDate, await loadToday(trx, ctx));
  if (refusal) throw invalidField('visitDate', refusal);
  await sql`select pg_advisory_xact_lock(hashtext('repair visit'), hashtext(${`${visitDate} ${half}`}))`.execute(trx);
  const booked = (await countVisits(trx, visitDate, visitDate)).get(`${visitDate} ${half}`) ?? 0;
  if (booked >= visitsPerHalf)
    throw invalidField('visitHalf', `${visitDate}${visitHalf.label(half)}已约满，请选择其他时段`);
  return {
    visit_on: visitDate,
    visit_half: half,
    address: visit.address,
    contact: visit.contact,
    phone: visit.phone,
  };
}

/** 新增报修: books a visit for a terminal that no other request is open for, and tells the provider's staff. */
export async function addRequest(db: Kysely<DB>, ctx: Ctx, input: Parsed<typeof repairRequestAdd>) {
  const made = await ctx.db(async (trx) => {
    const [device] = await listReportable(trx, ctx, { id: input.deviceId });
    if (!device) throw invalidField('deviceId', '终端不存在、未装车或无权查看');
    await sql`select from device where id = ${device.id} for update`.execute(trx);
    await refuseSecond(trx, ctx, device);
    const visit = await bookVisit(trx, ctx, input);
    await refuseForeignFiles(trx, ctx, input.photoIds, 'photoIds');
    const [requestNo = ''] = await nextCodes(trx, ctx, 'BX');
    const { id } = await trx
      .insertInto('repair_request')
      .values({
        client_id: ctx.clientId,
        request_no: requestNo,
        device_id: device.id,
        vehicle_id: device.vehicleId,
        plate_no: device.plateNo,
        terminal_no: device.name,
        model: device.model,
        faults: sql`${[...new Set(input.faults)]}::smallint[]`,
        description: input.description,
        photo_ids: sql`${input.photoIds}::bigint[]`,
        ...visit,
        created_by: ctx.userId,
        updated_by: ctx.userId,
        apply_user: ctx.userName,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增' }]);
    return { id, requestNo, device };
  });
  const { id, requestNo, device } = made;
  // The message belongs to the provider's company, which the tenant's transaction cannot write to.
  await tellProvider(db, {
    type: msgType.repairRequest,
    title: `设备报修：${ctx.clientName} ${device.plateNo}`,
    content: `${ctx.clientName}报修终端${device.name}（${device.plateNo}）：${input.faults.map((fault) => repairFault.label(fault)).join('、')}，预约${input.visitDate}${visitHalf.label(input.visitHalf)}上门，报修单${requestNo}。`,
    menu: 'repairManage',
    onceKey: `repair request ${id}`,
  });
  return { id, requestNo };
}

/** 4011 while another request for the terminal is open, also one that the caller does not see. */
async function refuseSecond(trx: Trx, ctx: Ctx, device: { id: string; name: string }): Promise<void> {
  const open = await trx
    .selectFrom('repair_request')
    .select('request_no as requestNo')
    .where('client_id', '=', ctx.clientId)
    .where('device_id', '=', device.id)
    .where('state', 'in', openStates)
    .executeTakeFirst();
  if (open)
    throw blockedByRule(`终端${device.name}已有未完结的报修单${open.requestNo}，可改约或取消后再报修`, [
      `报修单${open.requestNo}`,
    ]);
}

/** A step of a request that the caller sees. */
const ownStep = (
  ctx: Ctx,
  at: { id: string; version: number },
  verb: RepairRequestVerb,
  work: (trx: Trx) => Promise<Updateable<RepairRequest>> | Updateable<RepairRequest>,
) =>
  ctx.db(async (trx) => {
    if (!(await requestRows.sees(trx, ctx, at.id))) throw notFound('报修单');
    return (await takeStep(trx, ctx, at, verb, () => work(trx))).answer;
  });

/** 改约: another day or place; who was to come does not come, and the provider assigns again. */
export const rescheduleRequest = (ctx: Ctx, input: Parsed<typeof repairRequestUpdate>) =>
  ownStep(ctx, input, 'reschedule', async (trx) => ({
    ...(await bookVisit(trx, ctx, input)),
    engineer: '',
    engineer_phone: '',
  }));
export const cancelRequest = (ctx: Ctx, input: Parsed<typeof repairRequestCancel>) =>
  ownStep(ctx, input, 'cancel', () => ({ cancel_reason: input.reason }));
export const rateRequest = (ctx: Ctx, input: Parsed<typeof repairRequestRate>) =>
  ownStep(ctx, input, 'rate', () => ({ score: input.score, comment: input.comment }));
