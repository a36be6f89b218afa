import { quotaKeys, quotaLabels } from '@tongda/contract/base/allowance/quota';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { memberPlanSale } from '@tongda/contract/trade/member/enums';
import {
  baseLevel,
  type PlanFields,
  type PlanRow,
  type planAdd,
  type planEnable,
  planLabels,
  type planUpdate,
  storedQuotaWords,
} from '@tongda/contract/trade/member-plan/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { guardUnique, type Taken } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField } from '../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../core/record/audit';
import { loadBenefitCodes, loadPlan } from './repo';

export const entity = 'memberPlan';
const taken: Taken = {
  member_plan_name_key: { field: 'name', msg: '套餐名称已存在' },
  member_plan_level_key: { field: 'level', msg: '该级别已有套餐' },
};

/** The fields in words, quotas and benefits as one line each. */
const words = ({ name, level, quotas, benefits, models }: PlanFields) => ({
  name,
  level: String(level),
  quotas: quotaKeys
    .map((key) => `${quotaLabels[key]}${storedQuotaWords({ quotas, isBase: level === baseLevel }, key)}`)
    .join('，'),
  benefits: benefits.map((one) => `${one.name}：${one.valueText}`).join('；'),
  models: models.length === 0 ? '全部型号' : models.join('、'),
});

async function stored(trx: Trx, { name, level, quotas, benefits, models }: PlanFields) {
  const codes = await loadBenefitCodes(trx);
  return {
    name,
    level,
    models: [...new Set(models)],
    quotas: JSON.stringify(quotas),
    benefits: JSON.stringify(benefits.map((one) => ({ code: codes.get(one.name) ?? one.name, ...one }))),
  };
}

/** Adds a plan that is not sold yet: it has no prices. */
export function addPlan(ctx: Ctx, fields: Parsed<typeof planAdd>): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const values = { ...(await stored(trx, fields)), status: memberPlanSale.off, sort: fields.level };
    const { id } = await guardUnique(taken, () =>
      trx
        .insertInto('member_plan')
        .values({ ...values, updated_name: ctx.userName })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await recordChanges(trx, ctx, [
      { entity, entityId: id, action: '新增', changes: changesBetween({}, words(fields), planLabels) },
    ]);
    return { id };
  });
}

/** Changes what a plan is and gives: quotas hold at once, also for who has it. */
export function updatePlan(
  ctx: Ctx,
  { id, version, ...fields }: Parsed<typeof planUpdate>,
): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => {
    const before = await loadPlan(trx, ctx, id);
    requireSame(before, fields);
    const values = await stored(trx, fields);
    await nextVersion(trx, ctx, { id, version }, { ...values, sort: fields.level });
    const changes = changesBetween(words(before), words(fields), planLabels);
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
    return { id, version: version + 1 };
  });
}

/** The base has quotas and nothing else; no plan becomes it. */
function requireSame({ isBase, ...before }: PlanRow, fields: PlanFields): void {
  if (!isBase && fields.level === baseLevel) throw invalidField('level', '级别应为1~99');
  if (!isBase) return;
  if (fields.level !== baseLevel) throw invalidField('level', '基础额度的级别不能修改');
  if (fields.name !== before.name) throw invalidField('name', '基础额度的名称不能修改');
  if (fields.benefits.length > 0) throw invalidField('benefits', '基础额度没有权益说明');
  if (fields.models.length > 0) throw invalidField('models', '基础额度不分型号');
}

/** Puts a plan on sale, or takes it off: what was bought and what was ordered of it goes on. */
export function enablePlan(
  ctx: Ctx,
  { id, version, status }: Parsed<typeof planEnable>,
): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => {
    const { isBase, name, ...before } = await loadPlan(trx, ctx, id);
    if (isBase) throw blockedByRule('基础额度不销售，不能上架');
    if (status === memberPlanSale.on && before.monthFen === null)
      throw blockedByRule(`“${name}”今天没有价格，请先设置价格再上架`);
    await nextVersion(trx, ctx, { id, version }, { status });
    const label = '状态';
    const change: Change = {
      field: 'status',
      label,
      before: memberPlanSale.label(before.status),
      after: memberPlanSale.label(status),
    };
    if (before.status !== status) {
      const action = status === memberPlanSale.on ? '上架' : '停售';
      await recordChanges(trx, ctx, [{ entity, entityId: id, action, changes: [change] }]);
    }
    return { id, version: version + 1 };
  });
}

interface Written {
  name?: string;
  level?: number;
  models?: string[];
  quotas?: string;
  benefits?: string;
  status?: number;
  sort?: number;
}
/** Writes a plan that nobody changed since; throws 4009 otherwise. Who comes second waits here. */
export async function nextVersion(
  trx: Trx,
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  values: Written = {},
): Promise<void> {
  const changed = await guardUnique(taken, () =>
    trx
      .updateTable('member_plan')
      .set({ ...values, version: version + 1, updated_at: sql<Date>`now()`, updated_name: ctx.userName })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst(),
  );
  if (changed.numUpdatedRows === 0n) throw changedMeanwhile(entity, id);
}
