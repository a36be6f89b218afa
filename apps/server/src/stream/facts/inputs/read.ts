import { type RulePeriod, ruleParams, rulePeriod, type ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { ruleSubjects } from '@tongda/contract/rules/alarm-rule/words';
import { sql } from 'kysely';
import type { ShapeIndex } from '../../../kernel/detect/place/shapes';
import type { PlaceShape } from '../../../kernel/detect/place/types';
import { ruleDetector } from '../../../kernel/detect/register';
import type { ActiveRule } from '../../../kernel/detect/types';
import type { CalcPeriods } from '../../../kernel/settings';
import { loadCalcPeriods } from '../../../modules/base/org/door';
import { type Db, from, type Refused, to } from '../spans';
import type { Period } from '../timeline';
import { readShapes } from './shapes';
import { readVehicles, type VehicleInputs } from './vehicles';

/** One version of a rule with the vehicles it is for. */
export interface ScopedRule {
  rule: ActiveRule;
  scope: (typeof ruleScope.codes)[number];
  targets: ReadonlySet<string>;
  excluded: ReadonlySet<string>;
  /** what the rule is about, to tell whether a more specific rule covers all of it (contract/rules/alarm-rule/words) */
  subjects: readonly string[];
}
/** Everything that the detectors need to know of a company, with its history. */
export interface ClientInputs {
  zone: string;
  /** constants of the calculation, by time */
  calc: CalcPeriods;
  rules: Period<ScopedRule>[];
  shapes: Period<PlaceShape>[];
  vehicles: Map<string, VehicleInputs>;
  /** by department: itself and all departments above it */
  orgsAbove: ReadonlyMap<string, readonly string[]>;
  /** indexes of places that were built, by the start of the span they hold in */
  indexes: Map<number, ShapeIndex>;
}

/** Reads a company's inputs. A rule that does not fit its schema is left out and `refused` called with it. */
export async function readClient(db: Db, clientId: string, refused: Refused, now: number): Promise<ClientInputs> {
  const calc = (await loadCalcPeriods(db, [clientId])).get(clientId) ?? [];
  const { rows } = await sql<{ time_zone: string }>`select time_zone from client where id = ${clientId}`.execute(db);
  return {
    zone: rows[0]?.time_zone ?? 'Asia/Shanghai',
    calc,
    rules: await readRules(db, clientId, refused),
    shapes: await readShapes(db, clientId),
    vehicles: await readVehicles(db, clientId, calc, refused, now),
    orgsAbove: await readOrgs(db, clientId),
    indexes: new Map(),
  };
}

async function readOrgs(db: Db, clientId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; above: string[] }>`with recursive up(id, above) as (
      select id, id from org where client_id = ${clientId}
      union select up.id, o.parent_id from up join org o on o.id = up.above where o.parent_id is not null)
    select id::text, array_agg(above::text) as above from up group by id`.execute(db);
  return new Map(rows.map(({ id, above }) => [id, above]));
}

async function readRules(db: Db, clientId: string, refused: Refused): Promise<Period<ScopedRule>[]> {
  interface Row {
    rule_id: string;
    version: number;
    from: number;
    to: number;
    kind: RuleKind;
    level: 1 | 2 | 3;
    scope: (typeof ruleScope.codes)[number];
    targets: string[];
    excluded: string[];
    period: RulePeriod;
    valid_from: string | null;
    valid_until: string | null;
    params: unknown;
  }
  const { rows } =
    await sql<Row>`select rule_id::text, version, ${from} as from, ${to} as to, kind, level, scope, target_ids::text[] as targets,
      exclude_ids::text[] as excluded, period,
      valid_from::text, valid_until::text, params from alarm_rule_version where client_id = ${clientId} order by rule_id, version`.execute(
      db,
    );
  return rows.flatMap((row) => {
    const params = ruleDetector(row.kind) && ruleParams[row.kind].safeParse(row.params);
    const period = rulePeriod.safeParse(row.period);
    if (params === undefined) return [];
    if (!params.success || !period.success) {
      refused({ ruleId: row.rule_id, version: row.version }, 'alarm rule cannot be read');
      return [];
    }
    const { rule_id: id, version, kind, level, valid_from: validFrom, valid_until: validUntil } = row;
    const rule: ActiveRule = {
      id,
      version,
      kind,
      level,
      params: params.data,
      period: period.data,
      validFrom,
      validUntil,
    };
    return [
      {
        from: row.from,
        to: row.to,
        value: {
          rule,
          scope: row.scope,
          targets: new Set(row.targets),
          excluded: new Set(row.excluded),
          subjects: ruleSubjects(row.kind, params.data),
        },
      },
    ];
  });
}
