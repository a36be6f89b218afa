import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { type planSend, sendWays } from '@tongda/contract/ground/route-plan/calls';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { planWindowOf } from '../../../kernel/ground/plan-run';
import { findDriverPhone } from './driver';
import { type FoundPlan, findPlan, loadPlanTargets } from './repo';
import { planDetailOf } from './schedule';
import { cancelPlansWith, entity } from './service';
import { terminalOfPlans } from './terminal';
import { planTexts } from './text';

/** Sends a plan to its driver: to his phone and through the terminal of its vehicle; it may be sent again. */
export function sendPlan(ctx: Ctx, { id, version, ways }: Parsed<typeof planSend>) {
  return ctx.db(async (trx) => {
    const plan = requireRow(await findPlan(trx, ctx, id), '线路规划');
    if (plan.status !== routePlanStatus.draft && plan.status !== routePlanStatus.sent)
      throw new AppError(
        codes.illegalTransition,
        `线路规划“${plan.planName}”${routePlanStatus.label(plan.status)}，不能下发`,
      );
    if (!plan.vehicleId || !plan.plateNo) throw blockedByRule(`线路规划“${plan.planName}”没有车辆，请先选择车辆`);
    if (plan.departAt.getTime() <= Date.now())
      throw blockedByRule(`线路规划“${plan.planName}”的计划发车时间已过，请修改后再下发`);
    const texts = ways.includes('text') ? textsOf(ctx, plan) : [];
    const way = ways.includes('line') ? wayOf(plan) : null;
    const writes = { texts, way, recall: false };
    if (texts.length > 0 || way) await terminalOfPlans().write(trx, ctx, { id, vehicleId: plan.vehicleId }, writes);
    const driver = ways.includes('driver') ? await findDriverPhone(trx, ctx, plan.vehicleId, plan.plateNo) : null;
    // the time that the tasks get too, as it is the time of this transaction
    const { at } = await trx.selectNoFrom(sql<string>`now()::text`.as('at')).executeTakeFirstOrThrow();
    const phone = driver && { driver_id: driver.id, driver_sent_at: at, driver_read_at: null };
    const values = { status: routePlanStatus.sent, sent_at: at, sent_by: ctx.userId, ...phone };
    const next = await updateRow(trx, ctx, 'route_plan', { id, version, values });
    await recordChanges(trx, ctx, [
      {
        entity,
        entityId: id,
        action: '下发',
        changes: [
          {
            field: 'sent',
            label: '下发',
            before: plan.sentTime ?? '',
            after: `${plan.plateNo}（${ways.map((way) => (way === 'driver' ? `${sendWays.driver}：${driver?.name ?? ''}` : sendWays[way])).join('、')}）`,
          },
        ],
      },
    ]);
    return { version: next, texts: texts.length, line: way !== null, driver: driver?.name ?? '' };
  });
}

function textsOf(ctx: Ctx, plan: FoundPlan): string[] {
  const { schedule } = planDetailOf(ctx, plan);
  return planTexts({ ...plan, stops: schedule.stops, back: schedule.back });
}

/** The way that the terminal watches while the plan may be driven; null for straight legs, as the terminal would raise an alarm at every bend. */
function wayOf({ planName, planNo, path, corridorM, stops }: FoundPlan) {
  if (!path)
    throw blockedByRule(
      `线路规划“${planName}”的里程是估算的，没有可写入终端的线路；请在规划中选择电子线路，或只下发文本`,
    );
  const period = planWindowOf(stops.map(({ arriveAt }) => ({ arriveAt: arriveAt.getTime() })));
  return { name: planNo, path, halfWidthM: corridorM ?? shapeLimits.halfWidth.usual, period };
}

/** Cancels plans; drivers to whom a plan was sent are told that it is void. */
export function cancelPlans(ctx: Ctx, ids: string[]) {
  return cancelPlansWith(ctx, ids, async (trx, done) => {
    const told = done.filter(({ status }) => status !== routePlanStatus.draft);
    for (const { id, planNo, vehicleId } of await loadPlanTargets(ctx)(
      trx,
      told.map((plan) => plan.id),
    )) {
      if (!vehicleId) continue;
      const text = `线路规划${planNo}已于${wireTime(Date.now(), ctx.timeZone).slice(5, 16)}作废，请勿执行。`;
      // a vehicle that has lost its terminal since cannot be told
      const writes = { texts: [text], way: null, recall: true };
      await terminalOfPlans()
        .write(trx, ctx, { id, vehicleId }, writes)
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
    }
  });
}
