import { dayMs } from '@tongda/contract/core/durations';
import { type TrialResult, trialJobName, trialStatus } from '@tongda/contract/rules/alarm-rule/calls';
import { type RulePeriod, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { Database } from '../../core/db/database';
import { wireTime } from '../../core/http/answer/wire-time';
import { defineJob, type JobDefinition } from '../../core/run/jobs';
import { localDay, nextDayStart, wallToMs } from '../../kernel/day/edges';
import { type FoldState, foldStart, runningFindings, silentFindings, stepFold } from '../../kernel/detect/fold';
import type { ActiveRule, Finding, Moment } from '../../kernel/detect/types';
import { orderPoints } from '../../kernel/motion/hygiene';
import type { ReadTrack } from '../recompute';
import { keyOf } from './episodes';
import { Inputs } from './inputs/types';
import { unpackState } from './pack';

interface TrialJobOptions {
  database: Pick<Database, 'systemDb' | 'pool'>;
  readTrack: ReadTrack;
  log: { warn(facts: object, message: string): void };
  now?: () => number;
}

interface Trial {
  clientId: string;
  rule: { kind: RuleKind; level: 1 | 2 | 3; period: RulePeriod; params: unknown };
  ruleId: string | null;
  vehicleIds: string[];
  fromDay: string;
  toDay: string;
}

const tried = 'trial';
const asItIs = 'current';
/** At most so many episodes are listed on the page; all are counted. */
const listed = 1000;

/**
 * The job behind 试算: runs the real detectors on stored points, with a rule that a user has not saved yet and the one it would replace. It writes only its
 * own row of `rule_trial`. The day before the first one is folded too, so that the detectors start in the state they would have been in.
 */
export function trialJob(options: TrialJobOptions): JobDefinition<{ id: string }> {
  const { pool } = options.database;
  return defineJob<{ id: string }>(trialJobName, async ({ id }) => {
    const trial = await beginTrial(pool, id);
    if (!trial) return;
    try {
      const result = await runTrial(options, trial, async (done) => {
        await pool.query('update rule_trial set done = $2 where id = $1', [id, done]);
      });
      await pool.query('update rule_trial set status = $2, result = $3, done = total where id = $1', [
        id,
        trialStatus.done,
        JSON.stringify(result),
      ]);
    } catch (err) {
      options.log.warn({ err, trialId: id }, 'a rule could not be tried');
      await pool.query('update rule_trial set status = $2, error = $3 where id = $1', [
        id,
        trialStatus.failed,
        '试算没有完成，请重试；多次失败请缩小车辆或日期范围',
      ]);
    }
  });
}

async function beginTrial(pool: Database['pool'], id: string): Promise<Trial | undefined> {
  const { rows } = await pool.query<Trial>(
    `update rule_trial set status = $2, done = 0 where id = $1 and status < $3
     returning client_id::text as "clientId", rule, rule_id::text as "ruleId", vehicle_ids::text[] as "vehicleIds", from_day::text as "fromDay", to_day::text as "toDay"`,
    [id, trialStatus.running, trialStatus.done],
  );
  return rows[0];
}

/** Runs a trial; `progress` is called with the number of vehicle days done so far. */
async function runTrial(
  options: TrialJobOptions,
  trial: Trial,
  progress: (done: number) => Promise<void> = async () => undefined,
): Promise<TrialResult> {
  const { pool, systemDb } = options.database;
  const inputs = new Inputs(systemDb, (facts, message) => options.log.warn(facts, message));
  const current = trial.ruleId === null ? null : await readRule(pool, trial.clientId, trial.ruleId);
  const rules = [ruleOf(tried, trial.rule), ...(current ? [ruleOf(asItIs, current)] : [])];
  const result: TrialResult = { counts: [], episodes: [], more: 0, points: 0 };
  let done = 0;
  for (const vehicleId of trial.vehicleIds) {
    if (!(await inputs.load(trial.clientId, vehicleId))) continue;
    const zone = inputs.zoneOf(trial.clientId) ?? 'Asia/Shanghai';
    const one = new VehicleTrial(options, inputs, { clientId: trial.clientId, vehicleId, zone }, rules);
    await one.run(trial, async () => progress(++done));
    one.addTo(result, current !== null);
  }
  return result;
}

const ruleOf = (id: string, { kind, level, period, params }: Trial['rule']): ActiveRule => ({
  id,
  version: 0,
  kind,
  level,
  params: ruleParams[kind].parse(params),
  period,
  // the rule is tried as if it had been valid on all those days
  validFrom: null,
  validUntil: null,
});

async function readRule(pool: Database['pool'], clientId: string, id: string): Promise<Trial['rule'] | null> {
  const { rows } = await pool.query<Trial['rule']>(
    'select kind, level, period, params from alarm_rule where id = $1 and client_id = $2 and deleted_at is null',
    [id, clientId],
  );
  return rows[0] ?? null;
}

interface Owner {
  clientId: string;
  vehicleId: string;
  zone: string;
}

/** The trial of one vehicle: folds its days and adds its findings to the result. */
class VehicleTrial {
  private readonly findings = new Map<string, Finding>();
  private readonly days: string[] = [];
  private state: FoldState = foldStart;
  private points = 0;
  private from = 0;
  private readonly rulesKey: string;
  private moment: { of: Moment; mine: Moment } | null = null;

  constructor(
    private readonly options: TrialJobOptions,
    private readonly inputs: Inputs,
    private readonly owner: Owner,
    private readonly rules: readonly ActiveRule[],
  ) {
    this.rulesKey = rules.map(({ id }) => id).join();
  }

  async run({ fromDay, toDay }: Trial, dayDone: () => Promise<void>): Promise<void> {
    const { zone } = this.owner;
    this.from = startOf(fromDay, zone);
    const last = startOf(toDay, zone);
    const warmUp = startOf(localDay(this.from - dayMs / 2, zone), zone);
    this.state = await this.stateBefore(localDay(warmUp, zone));
    for (let day = warmUp; day <= last; day = nextDayStart(day, zone)) {
      await this.fold(day, nextDayStart(day, zone));
      if (day < this.from) continue;
      this.days.push(localDay(day, zone));
      await dayDone();
    }
    this.close(nextDayStart(last, zone));
  }

  /** The detector states as they were saved at the end of an earlier day; the tried rules begin anew. */
  private async stateBefore(day: string): Promise<FoldState> {
    const { rows } = await this.options.database.pool.query<{ state: string }>(
      'select state from facts_carry where vehicle_id = $1 and day < $2 and day >= $2::date - 7 order by day desc limit 1',
      [this.owner.vehicleId, day],
    );
    const known = unpackState(rows[0]?.state ?? null, () => undefined);
    return { ...known, rules: [], rulesKey: '?' };
  }

  private async fold(from: number, to: number): Promise<void> {
    const points = await this.options.readTrack(this.owner.vehicleId, from, to - 1);
    for (const point of orderPoints(points)) {
      if (point.t < from || point.t >= to) continue;
      const moment = this.momentAt(point.t);
      if (!moment) continue;
      const step = stepFold(this.state, point, moment, (_kind, error) => {
        throw error;
      });
      this.state = step.state;
      if (point.t >= this.from) this.points++;
      for (const finding of step.findings) this.note(finding);
    }
  }

  /** What held for the vehicle at `t`, with the tried rules in place of its own. */
  private momentAt(t: number): Moment | undefined {
    const of = this.inputs.at(this.owner.clientId, this.owner.vehicleId, t);
    if (!of) return undefined;
    if (this.moment?.of !== of) this.moment = { of, mine: { ...of, rules: this.rules, rulesKey: this.rulesKey } };
    return this.moment.mine;
  }

  private note(finding: Finding): void {
    if (finding.ruleId !== null && finding.start >= this.from) this.findings.set(keyOf(finding), finding);
  }

  /** Notes findings that still run at the end, and those that silence up to then begins. */
  private close(to: number): void {
    for (const finding of runningFindings(this.state, () => null)) this.note(finding);
    const now = Math.min((this.options.now ?? Date.now)(), to);
    const moment = this.momentAt(now - 1);
    if (moment) for (const finding of silentFindings(this.state, now, moment)) this.note(finding);
  }

  addTo(result: TrialResult, compared: boolean): void {
    const { vehicleId, zone } = this.owner;
    const all = [...this.findings.values()].filter(({ start }) => this.days.includes(localDay(start, zone)));
    const ofRule = (id: string): Finding[] => all.filter(({ ruleId }) => ruleId === id);
    const [mine, theirs] = [ofRule(tried), ofRule(asItIs)];
    for (const day of this.days) {
      const on = (found: readonly Finding[]): number =>
        found.filter(({ start }) => localDay(start, zone) === day).length;
      result.counts.push({ vehicleId, day, trial: on(mine), current: compared ? on(theirs) : null });
    }
    const matched = new Set<Finding>();
    const rows = mine.map((finding) => {
      const same = theirs.filter((other) => findingsOverlap(finding, other));
      for (const other of same) matched.add(other);
      return { finding, by: same.length > 0 ? ('both' as const) : ('trial' as const) };
    });
    const gone = theirs.filter((other) => !matched.has(other)).map((finding) => ({ finding, by: 'current' as const }));
    for (const { finding, by } of [...rows, ...gone].sort((a, b) => a.finding.start - b.finding.start)) {
      if (result.episodes.length >= listed) {
        result.more++;
        continue;
      }
      const { start, end, subject, level, peak, limit } = finding;
      result.episodes.push({
        vehicleId,
        day: localDay(start, zone),
        startTime: wireTime(start, zone),
        endTime: end === null ? null : wireTime(end, zone),
        subject,
        level,
        peak,
        limit,
        by,
      });
    }
    result.points += this.points;
  }
}

const findingsOverlap = (a: Finding, b: Finding): boolean =>
  a.subject === b.subject &&
  a.start <= (b.end ?? Number.POSITIVE_INFINITY) &&
  b.start <= (a.end ?? Number.POSITIVE_INFINITY);

/** Midnight of a company day. */
function startOf(day: string, zone: string): number {
  const t = wallToMs(`${day} 00:00:00`, zone);
  if (t === null) throw new Error(`no such day: ${day}`);
  return t;
}
