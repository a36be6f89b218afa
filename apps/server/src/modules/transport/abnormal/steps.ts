import { accountStatus } from '@tongda/contract/base/org/enums';
import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import type { EnumCode } from '@tongda/contract/core/enum';
import type {
  AbnormalSubject,
  abnormalAdd,
  abnormalAssign,
  abnormalHandle,
  abnormalReopen,
  abnormalSubjects,
} from '@tongda/contract/transport/abnormal/calls';
import { type abnormalStatus, reportSource } from '@tongda/contract/transport/waybill/enums';
import { abnormalMachine } from '@tongda/contract/transport/waybill/status';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalidField, versionConflict } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { refuseForeignFiles } from '../../base/file/door';
import { orderScope, orgScope, waybillScope } from '../../base/org/door';
import { conflictOf, logSteps } from '../order/door';
import { abnormalScope } from './repo';
import { createAbnormalDraft } from './service';

type Verb = (typeof abnormalMachine.verbs)[number];

const fenOf = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100));

/** 异常上报 by hand. The caller must see the waybill and the orders, and the orders must be on the waybill. */
export function addReport(ctx: Ctx, input: Parsed<typeof abnormalAdd>): Promise<{ abnormalCode: string }> {
  return ctx.db(async (trx) => {
    const { waybillId, orderIds } = await checkSubjects(trx, ctx, input.waybillCode, input.orderCodes);
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    const occurredAt = await parsePastMoment(trx, ctx, input.occurTime);
    const abnormalCode = await createAbnormalDraft(trx, ctx, {
      waybillId,
      orderIds,
      type: input.abnormalType,
      level: input.abnormalLevel,
      occurredAt,
      description: input.description,
      address: input.address,
      lng: input.lng,
      lat: input.lat,
      affectPieces: input.affectPieces,
      lossFen: fenOf(input.lossAmount),
      fileIds: input.fileIds,
      source: await findReportSource(trx, ctx),
    });
    if (abnormalCode === null) throw versionConflict('这条异常已经上报，请刷新后查看');
    return { abnormalCode };
  });
}

async function parsePastMoment(trx: Trx, ctx: Ctx, wire: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${instantSql(wire, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Number.NaN);
  if (Number.isNaN(at.getTime())) throw invalidField('occurTime', '发生时间不存在');
  if (at.getTime() > Date.now() + 5 * minuteMs) throw invalidField('occurTime', '发生时间不能晚于当前时间');
  return at;
}

/** Source of a report by the caller's account: a driver's, a customer's, or the office. */
async function findReportSource(trx: Trx, ctx: Ctx) {
  const user = await trx
    .selectFrom('app_user')
    .select(['driver_id', 'customer_id'])
    .where('id', '=', ctx.userId)
    .executeTakeFirst();
  if (user?.driver_id) return reportSource.driver;
  return user?.customer_id ? reportSource.customer : reportSource.office;
}

async function checkSubjects(trx: Trx, ctx: Ctx, waybillCode: string | null, orderCodes: readonly string[]) {
  let waybillId: string | null = null;
  if (waybillCode !== null) {
    const { rows } = await sql<{ id: string }>`select w.id::text from waybill w where w.client_id = ${ctx.clientId}
      and w.waybill_code = ${waybillCode} and w.voided_at is null and ${waybillScope(ctx, 'w')}`.execute(trx);
    waybillId = requireRow(rows[0], '运单').id;
  }
  const { rows } = await sql<{ id: string; code: string; on: boolean }>`select o.id::text, o.order_code as code,
      exists (select from waybill_leg l where l.order_id = o.id and l.waybill_id = ${waybillId}::bigint and l.removed_at is null) as on
    from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[]) and ${orderScope(ctx, 'o')}
    order by o.id`.execute(trx);
  for (const code of orderCodes) {
    const order = rows.find((row) => row.code === code);
    if (!order) throw invalidField('orderCodes', `订单${code}不存在或无权查看`);
    if (waybillId !== null && !order.on) throw invalidField('orderCodes', `订单${code}不在运单${waybillCode}上`);
  }
  return { waybillId, orderIds: rows.map(({ id }) => id) };
}

interface Locked {
  id: string;
  abnormalCode: string;
  status: EnumCode<typeof abnormalStatus>;
  reportUserId: string | null;
  version: number;
}

/** Takes one step of a report: locks it, asks the state machine (4010), writes the step and its log entry. */
async function takeReportStep(
  ctx: Ctx,
  { abnormalCode, version }: { abnormalCode: string; version: number },
  verb: Verb,
  work: (trx: Trx, report: Locked) => Promise<{ set: Record<string, unknown>; remark?: string }>,
) {
  return ctx.db(async (trx) => {
    const { rows } =
      await sql<Locked>`select r.id::text, r.abnormal_code as "abnormalCode", r.abnormal_status as status,
        r.report_user_id::text as "reportUserId", r.version
      from abnormal_report r where r.client_id = ${ctx.clientId} and r.abnormal_code = ${abnormalCode}
        and ${abnormalScope(ctx, 'r')} for update of r`.execute(trx);
    const report = requireRow(rows[0], '异常单');
    if (report.version !== version) throw await conflictOf(trx, ctx, 'abnormal', abnormalCode);
    if (!abnormalMachine.can(verb, report.status))
      throw new AppError(codes.illegalTransition, abnormalMachine.refusal(verb, report.status, '异常单'), {
        from: report.status,
        to: abnormalMachine.to(verb),
      });
    const { set, remark } = await work(trx, report);
    const next = abnormalMachine.to(verb) ?? report.status;
    await trx
      .updateTable('abnormal_report')
      .set({
        ...set,
        abnormal_status: next,
        version: version + 1,
        updated_by: ctx.userId,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', report.id)
      .execute();
    await logSteps(trx, ctx, [
      {
        objType: 'abnormal',
        objCode: abnormalCode,
        action: abnormalMachine.label(verb),
        from: report.status,
        to: next,
        remark,
      },
    ]);
    return { abnormalCode, abnormalStatus: next, version: version + 1 };
  });
}
type Step = { abnormalCode: string; version: number };

/** 受理: the caller becomes the one in charge. */
export const acceptReport = (ctx: Ctx, input: Step) =>
  takeReportStep(ctx, input, 'accept', async () => ({
    set: { handler_id: ctx.userId, accepted_at: sql<Date>`now()` },
  }));

export const handleReport = (ctx: Ctx, input: Parsed<typeof abnormalHandle>) =>
  takeReportStep(ctx, input, 'handle', async (trx) => {
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    return {
      set: {
        duty: input.duty,
        duty_name: input.dutyName,
        handle_result: input.handleResult,
        claim_fen: fenOf(input.claimAmount),
        handle_file_ids: input.fileIds,
        handler_id: ctx.userId,
        handled_at: sql<Date>`now()`,
      },
      remark: input.handleResult.slice(0, 200),
    };
  });

export const closeReport = (ctx: Ctx, input: Step) =>
  takeReportStep(ctx, input, 'close', async () => ({ set: { closed_at: sql<Date>`now()` } }));

export const reopenReport = (ctx: Ctx, input: Parsed<typeof abnormalReopen>) =>
  takeReportStep(ctx, input, 'reopen', async () => ({ set: { handled_at: null }, remark: input.reason }));

export const withdrawReport = (ctx: Ctx, input: Parsed<typeof abnormalReopen>) =>
  takeReportStep(ctx, input, 'withdraw', async (_trx, report) => {
    if (report.reportUserId !== ctx.userId) throw new AppError(codes.illegalTransition, '只有上报人可以撤销异常');
    return { set: { closed_at: sql<Date>`now()` }, remark: input.reason };
  });

export const assignReport = (ctx: Ctx, input: Parsed<typeof abnormalAssign>) =>
  takeReportStep(ctx, input, 'assign', async (trx) => {
    const to = (await listHandlers(trx, ctx)).find(({ code }) => code === input.handlerId);
    if (!to) throw invalidField('handlerId', '处理人不存在或无权查看');
    return { set: { handler_id: to.code }, remark: [`转给${to.name}`, input.remark].filter(Boolean).join('：') };
  });

/** Users who may be put in charge: people of the office in the caller's departments, no accounts of drivers, carriers or customers. */
export const listHandlers = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('app_user')
    .select(['id as code', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where(orgScope(ctx, 'app_user.org_id'))
    .where('status', '=', accountStatus.enabled)
    .where('deleted_at', 'is', null)
    .where('driver_id', 'is', null)
    .where('carrier_id', 'is', null)
    .where('customer_id', 'is', null)
    .orderBy('name')
    .limit(500)
    .execute();

/** Waybills whose number, plate or order matches the keyword, those on the road first. */
export async function findSubjects(
  trx: Trx,
  ctx: Ctx,
  { keyword }: Parsed<typeof abnormalSubjects>,
): Promise<AbnormalSubject[]> {
  const like = likePattern(keyword);
  const { rows } =
    await sql<AbnormalSubject>`select w.waybill_code as "waybillCode", coalesce(v.plate_no, '') as "plateNo",
      coalesce(d.name, '') as "driverName", w.from_name as "fromName", w.to_name as "toName",
      case when w.transport_status = 2 then s.lng end as lng, case when w.transport_status = 2 then s.lat end as lat,
      coalesce((select json_agg(json_build_object('orderCode', o.order_code, 'receiver', o.receiver) order by o.order_code)
        from waybill_leg l join customer_order o on o.id = l.order_id
        where l.waybill_id = w.id and l.removed_at is null and ${orderScope(ctx, 'o')}), '[]') as orders
    from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      left join device_state s on s.vehicle_id = w.vehicle_id
    where w.client_id = ${ctx.clientId} and w.voided_at is null and ${waybillScope(ctx, 'w')}
      and (${keyword} = '' or w.waybill_code ilike ${like} or v.plate_no ilike ${like} or exists (select from waybill_leg l
        join customer_order o on o.id = l.order_id where l.waybill_id = w.id and l.removed_at is null and o.order_code ilike ${like}
          and ${orderScope(ctx, 'o')}))
    order by w.transport_status = 2 desc, w.plan_depart_at desc limit 30`.execute(trx);
  return rows;
}
