import { reportSource, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { createMessage, type NewMessage } from '../../../base/message/door';
import { createAbnormalDraft } from '../../abnormal/door';
import { attachPages } from '../../receipt/door';
import { type LockedWaybill, loadLegs, lockWaybill } from '../state';
import type { StepOf } from './step';

/** Types of the messages that a driver's step sends to the office. */
const messageTypes = {
  refused: { type: 12_102, typeName: '司机拒单' },
  trouble: { type: 12_103, typeName: '司机上报异常' },
} as const;

/** Menu of each kind of waybills; the users who hold it dispatch these waybills. */
export const menuOf = {
  [waybillKind.billOfLading]: 'billOfLading',
  [waybillKind.stowage]: 'waybillStowage',
  [waybillKind.transportTask]: 'transportTask',
} as const;

type Told = Pick<NewMessage, 'type' | 'typeName' | 'content' | 'menu' | 'onceKey'> & { abnormalCode?: string };

async function tellOffice(
  trx: Trx,
  ctx: Ctx,
  { id, vehicleId, waybillCode }: LockedWaybill,
  { abnormalCode, ...what }: Told,
): Promise<void> {
  const { rows } = await sql<{ plateNo: string; driverName: string }>`select coalesce(v.plate_no, '') as "plateNo",
      coalesce((select d.name from app_user u join driver d on d.id = u.driver_id where u.id = ${ctx.userId}), '') as "driverName"
    from waybill w left join vehicle v on v.id = w.vehicle_id where w.id = ${id}`.execute(trx);
  const { plateNo = '', driverName = '' } = rows[0] ?? {};
  await createMessage(trx, {
    ...what,
    clientId: ctx.clientId,
    category: 12,
    objTag: [
      ...(abnormalCode ? [`abnormal:${abnormalCode}`] : []),
      `waybill:${waybillCode}`,
      ...(vehicleId === null ? [] : [`vehicle:${vehicleId}`]),
    ].join('|'),
    objName: plateNo || waybillCode,
    title: [driverName, what.typeName?.replace(/^司机/u, '')].filter(Boolean).join(' '),
    vehicleId,
  });
}

/** Tells the dispatchers of a trip that its driver refused it. */
export const tellRefusal = (trx: Trx, ctx: Ctx, waybill: LockedWaybill, reason: string): Promise<void> =>
  tellOffice(trx, ctx, waybill, {
    ...messageTypes.refused,
    content: `运单${waybill.waybillCode}被司机拒单：${reason}。订单已退回待调度，请重新配载`,
    menu: menuOf[waybill.kind],
    onceKey: `driverRefused:${waybill.id}:${waybill.version}`,
  });

/** 上报异常 from the road: drafts a report with the time and place of the step, and sends a message to those who handle reports. Answers its number in words. */
export async function reportAbnormal(trx: Trx, ctx: Ctx, step: StepOf<'abnormal'>, at: Date): Promise<string> {
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  const legs = await loadLegs(trx, ctx, waybill.id);
  const orderIds = step.orderCodes.map((code) => {
    const leg = legs.find((one) => one.orderCode === code);
    if (!leg) throw invalidField('orderCodes', `订单${code}不在运单${step.waybillCode}上`);
    return leg.orderId;
  });
  const abnormalCode = await createAbnormalDraft(trx, ctx, {
    waybillId: waybill.id,
    orderIds,
    type: step.abnormalType,
    level: step.abnormalLevel,
    occurredAt: at,
    description: step.description,
    lng: step.lng ?? null,
    lat: step.lat ?? null,
    affectPieces: step.affectPieces ?? null,
    fileIds: step.fileIds,
    source: reportSource.driver,
    onceKey: `driver:${step.key}`,
  });
  if (abnormalCode === null) return '';
  await tellOffice(trx, ctx, waybill, {
    ...messageTypes.trouble,
    abnormalCode,
    content: `运单${waybill.waybillCode}异常${abnormalCode}：${step.description.slice(0, 120)}`,
    menu: 'abnormalReporting',
    onceKey: `driverTrouble:${step.key}`,
  });
  return `异常单 ${abnormalCode}`;
}

/** Orders that were signed for at a stop; photos of the stop become pages of their receipt documents. */
async function findOrdersSignedAt(trx: Trx, waybillId: string, stopSeq: number): Promise<string[]> {
  const { rows } = await sql<{ orderCode: string }>`select o.order_code as "orderCode"
    from waybill_leg l join customer_order o on o.id = l.order_id
    where l.waybill_id = ${waybillId} and l.removed_at is null and l.final and l.to_seq = ${stopSeq} and o.signed_at is not null
    order by o.id`.execute(trx);
  return rows.map(({ orderCode }) => orderCode);
}

/** Adds the photos of a step to the receipt documents of orders signed for at that stop; later signatures fetch them by `findPicturesAt`. */
export async function attachPictures(trx: Trx, ctx: Ctx, step: StepOf<'photo'>): Promise<string> {
  if (step.stopSeq === undefined || step.fileIds.length === 0) return '';
  const waybill = await lockWaybill(trx, ctx, step.waybillCode);
  for (const orderCode of await findOrdersSignedAt(trx, waybill.id, step.stopSeq))
    await attachPages(trx, ctx, orderCode, step.fileIds);
  return '';
}

/** Files of the photos that drivers took at a stop before the goods were signed for, oldest first. */
export async function findPicturesAt(trx: Trx, ctx: Ctx, waybillId: string, stopSeq: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select f.id::text from driver_action a
      cross join lateral unnest(a.file_ids) with ordinality as f(id, no)
    where a.client_id = ${ctx.clientId} and a.waybill_id = ${waybillId} and a.stop_seq = ${stopSeq} and a.action = 'photo' and not a.refused
    order by a.acted_at, a.id, f.no`.execute(trx);
  return rows.map(({ id }) => id);
}
