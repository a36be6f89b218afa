import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { figureText } from '@tongda/contract/core/figure';
import { appliedLimit } from '@tongda/contract/rules/alarm-rule/applied';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import {
  type AlarmFilters,
  type AlarmRow,
  type alarmDetail,
  type alarmLive,
  alarmPage,
  liveMost,
} from '@tongda/contract/watch/alarm/calls';
import { alarmUnit, minuteWords } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { bindingsOf, codesAt, isProgram } from '../../base/org/door';
import { findAddress } from '../track/door';
import { loadEvidence } from './evidence';
import { loadFiles } from './files';
import { undoUntil } from './handle';
import { countAlarms, countByUrgency, findNeighbours, listAlarms, listLiveAlarms, listNear } from './repo';
import { alarmRows, type StoredAlarm } from './rows';
import { loadTrace } from './trace';

type Detail = Output<typeof alarmDetail>;

export async function loadAlarmPage(ctx: Ctx, q: Parsed<typeof alarmPage>): Promise<Output<typeof alarmPage>> {
  const { list, total } = await ctx.db(async (trx) => ({
    list: await listAlarms(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
    total: await holdTotal(ctx, alarmPage, q, () => countAlarms(trx, ctx, q)),
  }));
  const rows = await forCustomer(ctx, await alarmRows(ctx, list));
  return { list: isProgram(ctx) ? await withCodes(ctx, rows, q) : rows, total, page: q.page, size: q.size };
}

/** What the program of a customer is told of alarms: nothing after the end of the binding that they began in, and an address without the company's places. */
async function forCustomer(ctx: Ctx, rows: AlarmRow[]): Promise<AlarmRow[]> {
  if (ctx.customerId === undefined || rows.length === 0) return rows;
  const list = rows.map(({ vehicleId, start }) => ({ vehicleId, at: start }));
  const bindings = await ctx.db((trx) => bindingsOf(trx, ctx, list));
  return Promise.all(
    rows.map(async (row, i) => {
      const { lng, lat } = row;
      const until = bindings[i]?.until ?? row.start;
      const within = (row.end ?? Date.now()) < until;
      return {
        ...row,
        address: lng === null || lat === null ? '' : await findAddress(lng, lat),
        ...(within ? {} : { end: null, endTime: null, durationMs: null, value: '' }),
      };
    }),
  );
}

/** The alarms with the codes that customers had for the vehicles when they began. */
async function withCodes(ctx: Ctx, rows: AlarmRow[], { customerId, extCode }: AlarmFilters): Promise<AlarmRow[]> {
  const list = rows.map(({ vehicleId, start }) => ({ vehicleId, at: start }));
  const codes = await ctx.db((trx) => codesAt(trx, ctx, list, { customerId, extCode }));
  return rows.map((row, i) => ({ ...row, extCode: codes[i] ?? '' }));
}

/** The live list of the location page; with `ids` only those of them that still belong on it. */
export async function loadLiveAlarms(ctx: Ctx, { ids }: Parsed<typeof alarmLive>): Promise<Output<typeof alarmLive>> {
  const { list, counts } = await ctx.db(async (trx) => ({
    list: await listLiveAlarms(trx, ctx, liveMost, ids),
    counts: ids ? null : await countByUrgency(trx, ctx),
  }));
  return { list: await alarmRows(ctx, list), counts, serverTime: Date.now() };
}

/** Other alarms of the vehicle that began so long before or after are 临近报警. */
const nearMs = hourMs;

/** An alarm with its evidence (readings, report, rule) and all that happened to it since. 4004 when the caller may not read it. */
export async function loadAlarmDetail(ctx: Ctx, secrets: Secrets, id: string): Promise<Detail> {
  const now = Date.now();
  const { alarm, near, ...rest } = await ctx.db(async (trx) => {
    const [row] = await listAlarms(trx, ctx, { ids: [id], limit: 1, offset: 0 });
    const stored = requireRow(row, '报警');
    return {
      alarm: stored,
      rule: await loadRule(trx, stored),
      ...(await loadEvidence(trx, ctx, stored, now)),
      ...(await loadFiles(trx, ctx, secrets, stored, now)),
      trace: await loadTrace(trx, ctx, secrets, stored),
      repairs: await listRepairs(trx, ctx, stored.id),
      near: await listNear(trx, ctx, stored, nearMs),
      ...(await findNeighbours(trx, ctx, stored)),
    };
  });
  return {
    alarm: requireRow((await alarmRows(ctx, [alarm]))[0], '报警'),
    undoUntil: undoUntil(ctx, alarm, now),
    figures: figuresOf(alarm),
    near: (await alarmRows(ctx, near)).map(({ id, title, level, startTime, handleStatus, status }) => ({
      id,
      title,
      level,
      startTime,
      handleStatus,
      status,
    })),
    ...rest,
  };
}

/** Repair orders that were made from an alarm, of the caller's own company. */
async function listRepairs(trx: Trx, ctx: Ctx, id: string): Promise<Detail['repairs']> {
  return trx
    .selectFrom('vehicle_repair')
    .select(['id', 'repair_code as repairCode', 'maintain_status as maintainStatus'])
    .where('client_id', '=', ctx.clientId)
    .where('episode_id', '=', id)
    .orderBy('id')
    .execute();
}

/** The rule in the version that fired; versions are kept when a rule is changed or deleted. Null for alarms without a rule. */
async function loadRule(trx: Trx, alarm: StoredAlarm): Promise<Detail['rule']> {
  const { ruleId, ruleVersion } = alarm;
  if (ruleId === null || ruleVersion === null) return null;
  const { rows } = await sql<{
    id: string;
    name: string;
    version: number;
    now: number;
    kind: RuleKind;
    params: Record<string, unknown>;
    places: Record<string, string>;
  }>`
    select r.id::text, r.name, v.version, r.version as now, v.kind, v.params,
      (select coalesce(jsonb_object_agg(p.id, p.name), '{}') from place p where v.params -> 'placeIds' ? p.id::text) as places
    from alarm_rule_version v join alarm_rule r on r.id = v.rule_id
    where v.rule_id = ${ruleId} and v.version = ${ruleVersion} order by v.id desc limit 1`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const { now, ...rule } = row;
  return { ...rule, changedSince: now > rule.version, applied: appliedLimit(alarm, rule) };
}

/** Figures of this kind of alarm in words, without those that the head of the drawer shows already. */
function figuresOf({ kind, values }: StoredAlarm): Detail['figures'] {
  const unit = alarmUnit(kind);
  const words: Record<string, readonly [label: string, text: (value: number) => string]> = {
    deviation: ['最大偏差', (v) => `${figureText(v)} ${unit}`.trim()],
    areaMin: ['超限累计', (v) => `${figureText(v)} ${unit}·分钟`],
    excludedMs: ['豁免时长', (v) => minuteWords(v / minuteMs)],
    meanKmh: ['平均速度', (v) => `${figureText(v)} km/h`],
    distanceM: ['超速里程', (v) => `${figureText(v / 1000)} km`],
    overPercent: ['超速比例', (v) => `${figureText(v)}%`],
    overMin: ['超出', minuteWords],
    totalMin: ['24小时累计驾驶', minuteWords],
    nightPercent: ['夜间占比', (v) => `${v}%`],
    beforeL: ['之前油量', (v) => `${figureText(v)} L`],
    afterL: ['之后油量', (v) => `${figureText(v)} L`],
    deviceLevel: ['终端级别', (v) => `${v}级`],
    diffMin: ['相差', (v) => minuteWords(Math.abs(v))],
    times: ['次数', (v) => `${v}次`],
  };
  return Object.entries(words).flatMap(([key, [label, text]]) => {
    const value = values[key];
    return typeof value === 'number' && value !== 0 ? [{ label, text: text(value) }] : [];
  });
}
