import { writeLimits } from '@tongda/contract/resources/card/write-calls';
import { type RuleParams, ruleScope, scopeWeight } from '@tongda/contract/rules/alarm-rule/codes';
import { issuableKinds, type RuleIssued, type RuleIssues } from '@tongda/contract/rules/alarm-rule/issue';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { type RuleWrite, sortRuleTargets, writeRule, writesOfRule } from '../../resources/card/door';
import { cameraParameters } from './cameras';
import { type CompanyRule, type FoundRule, listCompanyRules } from './repo';
import { ownVehicles } from './scope';
import { foreignRule, requireRule, ruleRegister } from './service';
import { tyreParameters } from './tyres';
import { placeIdsOf, storedParams } from './words';

/** What a rule becomes in a terminal (parameters of JT/T 808 0x8103, areas, lines); null when terminals cannot watch this kind. */
function writeOf({ kind, params, period }: FoundRule): RuleWrite | null {
  const read = storedParams({ kind, params, period });
  if (!read) return null;
  const set = (id: number, value: number, words: string) => ({ id, value, words });
  switch (kind) {
    case 'speed': {
      // parameters were read by the schema of their kind
      const { limitKmh, durationS } = read as RuleParams['speed'];
      return {
        params: [set(0x0055, limitKmh, `最高速度 ${limitKmh}km/h`), set(0x0056, durationS, `超速持续 ${durationS}s`)],
      };
    }
    case 'fatigue': {
      // parameters were read by the schema of their kind
      const { dayMin, totalMin, restMin } = read as RuleParams['fatigue'];
      return {
        params: [
          set(0x0057, dayMin * 60, `连续驾驶 ${dayMin}分钟`),
          set(0x0058, totalMin * 60, `当天累计驾驶 ${totalMin}分钟`),
          set(0x0059, restMin * 60, `最小休息 ${restMin}分钟`),
        ],
      };
    }
    case 'parking': {
      // parameters were read by the schema of their kind
      const { minutes } = read as RuleParams['parking'];
      return { params: [set(0x005a, minutes * 60, `最长停车 ${minutes}分钟`)] };
    }
    case 'safety': {
      // parameters were read by the schema of their kind
      const params = cameraParameters(read as RuleParams['safety']);
      return params.length > 0 ? { params } : null;
    }
    case 'fault': {
      // parameters were read by the schema of their kind
      const params = tyreParameters(read as RuleParams['fault']);
      return params.length > 0 ? { params } : null;
    }
    case 'zone':
    case 'line':
      return { placeIds: placeIdsOf(read) };
    default:
      return null;
  }
}

/** Why the rule cannot be sent to terminals; '' when it can. */
function refusalOf(rule: FoundRule, what: RuleWrite | null): string {
  if (!issuableKinds.includes(rule.kind)) return '终端不能自行判断这类规则，由平台判断';
  if (!rule.mine) return foreignRule().message;
  if (!what && rule.kind === 'safety' && storedParams(rule))
    return '所选报警由盲区监测或平台判断：设置灵敏度后才有可以写入终端的内容';
  if (!what && rule.kind === 'fault' && storedParams(rule))
    return '终端只能自行判断胎压和胎温：填写其界限后才有可以写入终端的内容';
  if (!what) return `规则“${rule.name}”的条件已不符合要求，请先编辑并保存`;
  if (!rule.enabled) return '规则已停用，请先启用';
  const places = 'placeIds' in what ? what.placeIds.length : 0;
  return places > writeLimits.places ? `终端一次最多写入${writeLimits.places}个图形，该规则有${places}个` : '';
}

const wordsOf = (what: RuleWrite): string =>
  'params' in what ? what.params.map(({ words }) => words).join('，') : `${what.placeIds.length} 个区域、站点或线路`;

interface Covered {
  id: string;
  plateNo: string;
  fleetId: string | null;
  /** its department and those above it */
  orgIds: string[];
  /** cameras of the vehicle or of its terminal's model; null: it has no terminal, one of an unknown model, or the company enters cameras at no model */
  cameras: number | null;
}

const ruleCovers = (
  { scope, targetIds, excludeIds }: Pick<CompanyRule, 'scope' | 'targetIds' | 'excludeIds'>,
  v: Covered,
): boolean =>
  !excludeIds.includes(v.id) &&
  (scope === ruleScope.company ||
    (scope === ruleScope.vehicles && targetIds.includes(v.id)) ||
    (scope === ruleScope.fleets && v.fleetId !== null && targetIds.includes(v.fleetId)) ||
    (scope === ruleScope.orgs && v.orgIds.some((id) => targetIds.includes(id))));

const weights: Readonly<Record<number, number>> = scopeWeight;
const weightOf = (scope: number): number => weights[scope] ?? 0;

/**
 * Vehicles of the rule now. Those for which a more specific rule of the same kind counts are listed apart, as a terminal holds only one limit, and so are, of what cameras
 * judge, those whose terminal has none.
 */
async function loadCoveredVehicles(
  trx: Trx,
  ctx: Ctx,
  rule: FoundRule,
): Promise<{ mine: Covered[]; others: RuleIssued['refused'] }> {
  const { rows } = await sql<Covered>`select v.id::text, v.plate_no as "plateNo", v.fleet_id::text as "fleetId",
      array(with recursive up(id) as (select v.org_id union select o.parent_id from up join org o on o.id = up.id)
        select id::text from up where id is not null) as "orgIds",
      (select greatest(m.camera_count, v.camera_count) from device_binding b join device d on d.id = b.device_id join device_model m on m.id = d.model_id
        where b.vehicle_id = v.id and upper_inf(b.during)
          and exists (select from device_model k where k.client_id = v.client_id and k.camera_count > 0) limit 1) as cameras
    from vehicle v where v.id in (${ownVehicles(ctx, 'view')}) order by v.plate_no, v.id`.execute(trx);
  const all = await listCompanyRules(trx, ctx);
  const limits = rule.kind === 'speed' || rule.kind === 'fatigue' || rule.kind === 'parking' || rule.kind === 'safety';
  const stronger = all.filter(
    (r) => limits && r.enabled && r.kind === rule.kind && weightOf(r.scope) > weightOf(rule.scope) && storedParams(r),
  );
  const mine: Covered[] = [];
  const others: RuleIssued['refused'] = [];
  for (const vehicle of rows) {
    if (!ruleCovers(rule, vehicle)) continue;
    if (rule.kind === 'safety' && vehicle.cameras === 0) {
      others.push({ vehicleId: vehicle.id, plateNo: vehicle.plateNo, msg: '终端型号没有摄像头' });
      continue;
    }
    const other = stronger.find((r) => ruleCovers(r, vehicle));
    if (other)
      others.push({ vehicleId: vehicle.id, plateNo: vehicle.plateNo, msg: `以范围更小的规则“${other.name}”为准` });
    else mine.push(vehicle);
  }
  return { mine, others };
}

/** 下发终端: makes tasks of 写入设备 from the rule's limits, one line a vehicle; terminals that are offline get them when they connect. */
export function issueRule(ctx: Ctx, id: string): Promise<RuleIssued> {
  return ctx.db(async (trx) => {
    const rule = await requireRule(trx, ctx, id);
    const what = writeOf(rule);
    const why = refusalOf(rule, what);
    if (!what || why !== '') throw blockedByRule(why);
    const { mine, others } = await loadCoveredVehicles(trx, ctx, rule);
    if (mine.length === 0) throw blockedByRule(['没有可以下发的车辆', ...leftWords(groupLeft(others))].join('：'));
    const written = await writeRule(
      trx,
      ctx,
      rule,
      what,
      mine.map((v) => v.id),
    );
    const after = `${written.count} 台终端：${wordsOf(what)}`;
    if (written.count > 0)
      await recordChanges(trx, ctx, [
        {
          entity: ruleRegister.entity,
          entityId: id,
          action: '下发终端',
          changes: [{ field: 'issue', label: '下发终端', before: '', after }],
        },
      ]);
    return { ...written, refused: [...written.refused, ...others] };
  });
}

/** So many plates of each reason are named. */
const namedPlates = 3;

/** Vehicles that a rule is not sent to, by the reason, the most frequent first. */
function groupLeft(refused: RuleIssued['refused']): RuleIssues['left'] {
  const byWhy = new Map<string, string[]>();
  for (const { msg, plateNo } of refused) byWhy.set(msg, [...(byWhy.get(msg) ?? []), plateNo]);
  return [...byWhy]
    .map(([why, plates]) => ({ why, count: plates.length, plateNos: plates.slice(0, namedPlates) }))
    .sort((a, b) => b.count - a.count);
}

const leftWords = (left: RuleIssues['left']): string[] =>
  left.length === 0 ? [] : [left.map(({ why, count }) => `${count} 辆${why}`).join('，')];

/** A terminal that said nothing for so long counts as away, min. */
const onlineMin = 10;

async function countOffline(trx: Trx, deviceIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from device where id = any(${[...deviceIds]}::bigint[])
    and coalesce(last_seen_at <= now() - make_interval(mins => ${sql.lit(onlineMin)}), true)`.execute(trx);
  return rows[0]?.n ?? 0;
}

export function listIssues(ctx: Ctx, id: string): Promise<RuleIssues> {
  return ctx.db(async (trx) => {
    const rule = await requireRule(trx, ctx, id);
    const what = writeOf(rule);
    const { mine, others } = await loadCoveredVehicles(trx, ctx, rule);
    const { targets, refused } = await sortRuleTargets(
      trx,
      ctx,
      mine.map((vehicle) => vehicle.id),
    );
    return {
      what: what ? wordsOf(what) : '',
      why: refusalOf(rule, what),
      vehicles: targets.length,
      offline: await countOffline(
        trx,
        targets.map(({ deviceId }) => deviceId),
      ),
      left: groupLeft([...refused, ...others]),
      rows: await writesOfRule(trx, ctx, id),
    };
  });
}
