import { dayMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import * as rule from '@tongda/contract/rules/alarm-rule/calls';
import { ruleIssue, ruleIssues } from '@tongda/contract/rules/alarm-rule/issue';
import { ruleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { kindWord } from '@tongda/contract/rules/alarm-rule/words';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import type { JobQueue } from '../../../core/run/jobs';
import { issueRule, listIssues } from './issue';
import { type FoundRule, findRule, listErrors, listRuleVersions } from './repo';
import { ruleRows } from './rows';
import {
  assignRule,
  deleteRules,
  forgetOldTrials,
  listTrialVehicles,
  loadRuleNames,
  requireRule,
  ruleRegister,
  ruleWrites,
  switchRules,
} from './service';
import { conditionOf, paramsOf, storedParams, storedPeriod, storedPeriodWord, targetsWord } from './words';

/** Names of the detectors that are not rules. */
const plainWords: Readonly<Record<string, string>> = {
  inputs: '规则与设置',
  visit: '进出站点',
  journey: '停车与行程',
  reefer: '冷机运行',
  preCooling: '预冷',
  fuel: '油量',
};

/** A rule as its form has it. */
async function detailOf(trx: Trx, ctx: Ctx, found: FoundRule): Promise<rule.RuleDetail> {
  const { places } = await loadRuleNames(trx, ctx, [found]);
  const { mine: _mine, ...rest } = found;
  return {
    ...rest,
    params: withDefaults(found),
    // when the times cannot be read, the form starts with none; nothing of it holds before it is saved
    period: storedPeriod(found.period) ?? { weekdays: [], spans: [] },
    places: [...places].map(([placeId, name]) => ({ id: placeId, name })),
  };
}
/** Parameters for the form. A rule of an older version of the program has fewer: missing ones get today's defaults. */
const withDefaults = (rule: FoundRule): Record<string, unknown> => ({
  ...rule.params,
  ...storedParams(rule),
});

async function startTrial(ctx: Ctx, jobs: JobQueue, input: Parsed<typeof rule.ruleSimulate>) {
  const { vehicleIds, fromDay, toDay, ruleId, kind, level, period, params } = input;
  const id = await ctx.db(async (trx) => {
    await forgetOldTrials(trx, ctx);
    if (ruleId && (await requireRule(trx, ctx, ruleId)).kind !== kind)
      throw invalidField('ruleId', '只能与同类型的规则比较');
    const vehicles = await listTrialVehicles(trx, ctx, vehicleIds);
    if (vehicles.length < new Set(vehicleIds).size)
      throw invalidField('vehicleIds', '所选车辆不存在或不在您的权限范围内');
    const { n } = await trx
      .selectFrom('rule_trial')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', ctx.userId)
      .where('status', 'in', [rule.trialStatus.waiting, rule.trialStatus.running])
      .executeTakeFirstOrThrow();
    if (n >= 3) throw blockedByRule('您有 3 次试算正在进行，请等待其完成');
    const days = Math.round((Date.parse(toDay) - Date.parse(fromDay)) / dayMs) + 1;
    const row = await trx
      .insertInto('rule_trial')
      .values({
        client_id: ctx.clientId,
        user_id: ctx.userId,
        rule: JSON.stringify({ kind, level, period, params: paramsOf(kind, params) }),
        rule_id: ruleId ?? null,
        vehicle_ids: sql<string[]>`${vehicles.map((v) => v.id)}::bigint[]`,
        from_day: fromDay,
        to_day: toDay,
        total: vehicles.length * days,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  await jobs.add({ name: rule.trialJobName }, { id }, { maxAttempts: 3 });
  return { id };
}

async function trialAnswer(ctx: Ctx, id: string): Promise<rule.TrialAnswer> {
  return ctx.db(async (trx) => {
    const trial = requireRow(
      await trx
        .selectFrom('rule_trial')
        .select(['status', 'done', 'total', 'error', sql<rule.TrialResult | null>`result`.as('result')])
        .select(sql<string[]>`vehicle_ids::text[]`.as('vehicleIds'))
        .where('id', '=', id)
        .where('client_id', '=', ctx.clientId)
        .where('user_id', '=', ctx.userId)
        .executeTakeFirst(),
      '试算',
    );
    const { vehicleIds, result, ...rest } = trial;
    const vehicles = await listTrialVehicles(trx, ctx, vehicleIds);
    const seen = new Set(vehicles.map((v) => v.id));
    const mine = <T extends { vehicleId: string }>(rows: readonly T[]): T[] =>
      rows.filter((r) => seen.has(r.vehicleId));
    return {
      ...rest,
      vehicles,
      result: result && { ...result, counts: mine(result.counts), episodes: mine(result.episodes) },
    };
  });
}

const { noun, entity } = ruleRegister;
const bindRegister = serveRegister({
  of: {
    noun,
    unit: '条',
    filters: rule.ruleFilters.table,
    page: rule.rulePage,
    add: rule.ruleAdd,
    update: rule.ruleUpdate,
    del: rule.ruleDel,
    changeHis: rule.ruleChangeHis,
  },
  entity,
  module: '规则设置',
  columns: rule.ruleColumns,
  rows: ruleRows,
  detail: {
    call: rule.ruleDetail,
    read: async (trx, ctx, id) => {
      const found = await findRule(trx, ctx, id);
      return found && detailOf(trx, ctx, found);
    },
  },
  add: ruleWrites.add,
  update: ruleWrites.update,
  del: (ctx, { ids }) => deleteRules(ctx, ids),
});

interface RuleDeps {
  exports: ExportDeps;
  jobs: JobQueue;
}

/** 规则设置: alarm rules with their versions and trials, and errors of the detectors. */
export function alarmRuleRoutes(app: FastifyInstance, { exports, jobs }: RuleDeps): void {
  bindRegister(app, exports);
  route(app, rule.ruleSwitch, switchRules);
  route(app, rule.ruleAssign, assignRule);
  route(app, ruleIssue, (ctx, { id }) => issueRule(ctx, id));
  route(app, ruleIssues, (ctx, { id }) => listIssues(ctx, id));
  route(app, rule.ruleHistory, (ctx, { id }) =>
    ctx.db(async (trx) => {
      await requireRule(trx, ctx, id);
      const versions = await listRuleVersions(trx, ctx, id);
      const names = await loadRuleNames(trx, ctx, versions);
      return versions.map((v) => ({
        version: v.version,
        name: v.name,
        startTime: v.startTime,
        endTime: v.endTime,
        level: v.level,
        condition: conditionOf(v, names),
        targets: targetsWord(v, names),
        periodText: storedPeriodWord(v),
        userName: v.userName,
      }));
    }),
  );
  route(app, rule.ruleSimulate, (ctx, input) => startTrial(ctx, jobs, input));
  route(app, rule.ruleSimulateResult, (ctx, { id }) => trialAnswer(ctx, id));
  route(app, rule.ruleErrors, (ctx, q) =>
    ctx.db(async (trx) => {
      const { list, total } = await listErrors(trx, ctx, q);
      const known: readonly string[] = ruleKind.codes;
      const rows = list.map((e) => ({
        ...e,
        kindName: known.includes(e.kind) ? kindWord(e.kind) : (plainWords[e.kind] ?? e.kind),
      }));
      return { list: rows, total, page: q.page, size: q.size };
    }),
  );
}
