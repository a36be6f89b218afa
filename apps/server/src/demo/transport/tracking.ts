import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { auditStatus } from '@tongda/contract/transport/enums';
import { receiptDueDays } from '@tongda/contract/transport/receipt/stage';
import {
  abnormalLevel,
  abnormalStatus,
  abnormalType,
  dutyParty,
  receiptRequire,
  receiptStatus,
  reportSource,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';
import { standingOrders } from './standing';

const { id: clientId } = demoClients.cold;

/** Writes receipt documents at every stage and abnormal reports of the demo trips. */
export async function seedTracking(trx: Trx, now: Date): Promise<void> {
  await seedReceipts(trx, now);
  await seedAbnormal(trx, now);
}

const { toUpload, uploaded, recovered, sent, received, returned } = receiptStatus;
/** Stages that the receipt documents get in turn; `aged`: signed so long ago that they are overdue. */
const stages = [
  { status: toUpload, audit: auditStatus.pending },
  { status: uploaded, audit: auditStatus.pending },
  { status: uploaded, audit: auditStatus.passed },
  { status: recovered, audit: auditStatus.passed },
  { status: uploaded, audit: auditStatus.pending },
  { status: sent, audit: auditStatus.passed },
  { status: uploaded, audit: auditStatus.rejected },
  { status: received, audit: auditStatus.passed },
  { status: returned, audit: auditStatus.passed },
  { status: toUpload, audit: auditStatus.pending, aged: true },
] as const;

async function seedReceipts(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<{
    id: string;
    code: string;
    signedAt: Date;
    lng: number | null;
    lat: number | null;
    fresh: boolean | null;
  }>`select o.id::text, o.order_code as code, o.signed_at as "signedAt", o.receive_lng as lng, o.receive_lat as lat,
      o.id::text = (select s.id from (${standingOrders(now)}) s where s.place = 1) as fresh
    from customer_order o where o.client_id = ${clientId} and o.signed_at is not null order by o.signed_at, o.id`.execute(
    trx,
  );
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  for (const [i, order] of rows.entries()) {
    // the signature that is best revoked later is one whose receipt nobody has sent on yet
    const stage = order.fresh ? stages[0] : (stages[i % stages.length] ?? stages[0]);
    const paper = stage.status > uploaded || i % 2 === 0;
    const receiptNo = `HD${day.slice(2).replaceAll('-', '')}${String(i + 1).padStart(5, '0')}`;
    const signedMs = new Date(order.signedAt).getTime();
    const dueAt = new Date(
      'aged' in stage ? now.getTime() - 2.5 * dayMs : signedMs + receiptDueDays[paper ? 'paper' : 'electronic'] * dayMs,
    );
    const after = (hours: number): Date => new Date(Math.min(signedMs + hours * hourMs, now.getTime()));
    // one in nine was signed at some distance from the shop
    const away = i % 9 === 4 ? 0.0072 : 0.0009;
    await sql`update customer_order set receipt_require = ${paper ? receiptRequire.both : receiptRequire.electronic},
      receipt_copies = ${paper ? 2 : 0} where id = ${order.id}`.execute(trx);
    await trx
      .insertInto('receipt')
      .values({
        client_id: clientId,
        order_id: order.id,
        receipt_no: receiptNo,
        receipt_status: stage.status,
        audit_status: stage.audit,
        sign_lng: order.lng === null ? null : order.lng + away,
        sign_lat: order.lat,
        sign_distance_m: order.lng === null ? null : Math.round(away * 95_000),
        due_at: dueAt,
        uploaded_by: stage.status >= uploaded ? '尤佳' : '',
        uploaded_at: stage.status >= uploaded ? after(1) : null,
        audited_by: stage.audit === auditStatus.pending ? '' : '尤佳',
        audited_at: stage.audit === auditStatus.pending ? null : after(2),
        audit_remark: stage.audit === auditStatus.rejected ? '签名看不清，请重新拍照' : null,
        recovered_at: stage.status >= recovered ? after(8) : null,
        express_company: stage.status >= sent ? '顺丰速运' : null,
        express_no: stage.status >= sent ? `SF${String(1_380_000_000 + i * 7919)}` : null,
        sent_at: stage.status >= sent ? after(10) : null,
        received_at: stage.status >= received ? after(20) : null,
        returned_at: stage.status >= returned ? after(24) : null,
      })
      .execute();
    await logSteps(trx, 'receipt', receiptNo, [
      ['签收', signedMs],
      ...(stage.status >= uploaded ? [['上传', after(1).getTime()] as const] : []),
      ...(stage.audit === auditStatus.passed ? [['审核通过', after(2).getTime()] as const] : []),
      ...(stage.audit === auditStatus.rejected ? [['驳回', after(2).getTime()] as const] : []),
      ...(stage.status >= recovered ? [['回收登记', after(8).getTime()] as const] : []),
      ...(stage.status >= sent ? [['寄出', after(10).getTime()] as const] : []),
      ...(stage.status >= received ? [['接收', after(20).getTime()] as const] : []),
      ...(stage.status >= returned ? [['返客户', after(24).getTime()] as const] : []),
    ]);
  }
  await saveCounter(trx, 'HD', day, rows.length);
}

const stories = [
  [
    abnormalType.damage,
    abnormalLevel.serious,
    abnormalStatus.toHandle,
    '卸货时发现外箱破损3箱，货物受潮，收货人拒收破损箱',
    3,
  ],
  [
    abnormalType.overTemperature,
    abnormalLevel.grave,
    abnormalStatus.toHandle,
    '后区厢温持续高于上限20分钟，最高9.2℃，已要求司机检查冷机',
    null,
  ],
  [
    abnormalType.delay,
    abnormalLevel.minor,
    abnormalStatus.toHandle,
    '高速拥堵，预计晚到约40分钟，已电话告知收货人',
    null,
  ],
  [
    abnormalType.shortage,
    abnormalLevel.minor,
    abnormalStatus.handling,
    '到站清点少2件，装车照片显示件数齐全，正在核对',
    2,
  ],
  [
    abnormalType.vehicleFault,
    abnormalLevel.serious,
    abnormalStatus.handling,
    '左后轮爆胎，服务区等待救援，货物温度正常',
    null,
  ],
  [abnormalType.chillerFault, abnormalLevel.grave, abnormalStatus.handling, '冷机报故障停机，已就近联系维修点', null],
  [abnormalType.refusal, abnormalLevel.minor, abnormalStatus.handled, '门店称未下单，拒收5件，已带回', 5],
  [
    abnormalType.contact,
    abnormalLevel.minor,
    abnormalStatus.handled,
    '收货电话无人接听，地址有误，已联系客户更正',
    null,
  ],
  [abnormalType.surplus, abnormalLevel.minor, abnormalStatus.closed, '卸货多出1件，属前一站漏卸，已补送', 1],
  [abnormalType.accident, abnormalLevel.grave, abnormalStatus.closed, '园区内倒车刮擦护栏，人货无损，保险已定损', null],
  [abnormalType.papers, abnormalLevel.minor, abnormalStatus.closed, '随车检疫证明缺一页，已由发货方补传', null],
  [abnormalType.other, abnormalLevel.minor, abnormalStatus.withdrawn, '误报：车辆按计划停车休息', null],
] as const;

async function seedAbnormal(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<{
    id: string;
    orgId: string | null;
    orderIds: string[];
    departAt: Date;
    endAt: Date;
  }>`select w.id::text,
      w.org_id::text as "orgId", array(select l.order_id::text from waybill_leg l where l.waybill_id = w.id and l.removed_at is null order by l.id limit 1) as "orderIds",
      w.actual_depart_at as "departAt", coalesce(w.actual_arrive_at, ${now}::timestamptz) as "endAt"
    from waybill w where w.client_id = ${clientId} and w.voided_at is null and w.actual_depart_at is not null order by w.actual_depart_at desc, w.id`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  for (const [i, [type, level, status, description, pieces]] of stories.entries()) {
    const trip = rows[i % rows.length];
    if (!trip) continue;
    const from = new Date(trip.departAt).getTime();
    const at = new Date(from + (new Date(trip.endAt).getTime() - from) * 0.55);
    const told = new Date(Math.min(at.getTime() + 6 * minuteMs, now.getTime()));
    const done = status === abnormalStatus.handled || status === abnormalStatus.closed;
    const source = i % 4 === 1 ? reportSource.system : i % 2 === 0 ? reportSource.driver : reportSource.office;
    const code = `YC${day.slice(2).replaceAll('-', '')}${String(i + 1).padStart(5, '0')}`;
    await trx
      .insertInto('abnormal_report')
      .values({
        client_id: clientId,
        org_id: trip.orgId,
        abnormal_code: code,
        waybill_id: trip.id,
        order_ids: pieces === null ? [] : trip.orderIds,
        abnormal_type: type,
        abnormal_level: level,
        abnormal_status: status,
        occurred_at: at,
        description,
        affect_pieces: pieces,
        report_source: source,
        report_user: source === reportSource.system ? '系统' : source === reportSource.driver ? '司机' : '尤佳',
        duty: done ? (i % 2 === 0 ? dutyParty.receiver : dutyParty.driver) : null,
        handle_result: done ? '已与客户确认，按约定处理' : null,
        claim_fen: done && pieces !== null ? pieces * 12_800 : null,
        created_at: told,
        accepted_at: status === abnormalStatus.toHandle ? null : told,
        handled_at: done ? new Date(Math.min(told.getTime() + 3 * hourMs, now.getTime())) : null,
        closed_at:
          status >= abnormalStatus.closed ? new Date(Math.min(told.getTime() + 5 * hourMs, now.getTime())) : null,
      })
      .execute();
    await logSteps(trx, 'abnormal', code, [
      ['上报', told.getTime()],
      ...(status === abnormalStatus.withdrawn ? [['撤销', told.getTime()] as const] : []),
      ...(status >= abnormalStatus.handling && status < abnormalStatus.withdrawn
        ? [['受理', told.getTime()] as const]
        : []),
      ...(done ? [['处理', Math.min(told.getTime() + 3 * hourMs, now.getTime())] as const] : []),
      ...(status === abnormalStatus.closed
        ? [['关闭', Math.min(told.getTime() + 5 * hourMs, now.getTime())] as const]
        : []),
    ]);
  }
  await saveCounter(trx, 'YC', day, stories.length);
}

const saveCounter = (trx: Trx, prefix: string, day: string, last: number) =>
  trx.insertInto('code_counter').values({ client_id: clientId, prefix, day, last }).execute();

async function logSteps(
  trx: Trx,
  objType: string,
  objCode: string,
  steps: ReadonlyArray<readonly [action: string, atMs: number]>,
): Promise<void> {
  await trx
    .insertInto('tms_operation_log')
    .values(
      steps.map(([action, atMs]) => ({
        client_id: clientId,
        obj_type: objType,
        obj_code: objCode,
        action,
        operator_name: '尤佳',
        at: new Date(atMs),
      })),
    )
    .execute();
}
