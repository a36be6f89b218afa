import { type RuleParams, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { TrackPoint } from '../point';
import { type FoldState, foldStart, runningFindings, stepFold } from './fold';
import { noSurroundings } from './no-surroundings';
import type { ActiveRule, Finding, Moment, Surroundings } from './types';

/** A vehicle of a Shanghai company without places, tanks and probes, for tests. */
export const surroundings: Surroundings = { ...noSurroundings, zone: 'Asia/Shanghai' };

let serial = 0;
/** A rule with its defaults filled in, always valid. */
export function ruleOf<K extends RuleKind>(
  kind: K,
  params: Partial<RuleParams[K]>,
  more: Partial<ActiveRule> = {},
): ActiveRule {
  return {
    id: String(++serial),
    version: 1,
    kind,
    level: 2,
    params: ruleParams[kind].parse(params),
    period: { weekdays: [], spans: [] },
    validFrom: null,
    validUntil: null,
    ...more,
  };
}

export function momentOf(rules: readonly ActiveRule[], around: Partial<Surroundings> = {}): Moment {
  const rulesKey = rules.map(({ id, version }) => `${id}:${version}`).join();
  return { around: { ...surroundings, ...around }, driverAt: () => null, rules, rulesKey, wires: null };
}

/** The identity of an episode as text. */
export const identityOf = (f: Pick<Finding, 'kind' | 'ruleId' | 'subject' | 'start'>): string =>
  `${f.kind} ${f.ruleId ?? ''} ${f.subject} ${f.start}`;

/** Folds points in the given order. `findings` holds every episode as it was given last, with the running ones as they stand at the end; `told` all that was given, in order. A detector that throws fails the test. */
export function detectEpisodes(
  points: readonly TrackPoint[],
  momentAt: Moment | ((t: number) => Moment),
  from: FoldState = foldStart,
): { state: FoldState; findings: Finding[]; told: Finding[] } {
  const last = new Map<string, Finding>();
  const told: Finding[] = [];
  let state = from;
  const at = typeof momentAt === 'function' ? momentAt : () => momentAt;
  for (const point of points) {
    const step = stepFold(state, point, at(point.t), (kind, error) => {
      throw new Error(`detector ${kind}`, { cause: error });
    });
    state = step.state;
    for (const finding of step.findings) {
      told.push(finding);
      last.set(identityOf(finding), finding);
    }
  }
  for (const finding of runningFindings(state, () => null)) last.set(identityOf(finding), finding);
  return { state, findings: [...last.values()], told };
}
