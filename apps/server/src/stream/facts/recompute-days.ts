import { dayMs } from '@tongda/contract/core/durations';
import type pg from 'pg';
import { asError } from '../../core/run/error-code';
import { dayStart, localDay, nextDayStart, wallToMs } from '../../kernel/day/edges';
import { type FoldState, runningFindings, silentFindings, stepFold } from '../../kernel/detect/fold';
import { orderPoints } from '../../kernel/motion/hygiene';
import type { TrackPoint } from '../../kernel/point';
import {
  type EpisodeWrite,
  eventOf,
  keyOf,
  readByKey,
  readOverlapping,
  withdrawEpisodes,
  writeEpisodes,
} from './episodes';
import { setLateShares } from './late-share';
import { packState, unpackState } from './pack';
import { reconcileEpisodes } from './reconcile';
import { replaceSummaries } from './replace-summaries';
import type { DirtyDay, RecomputeDeps, Run } from './run';
import { lockStates, saveCarries } from './save-states';
import { type Head, readHead } from './write-day';

/** A run goes on to the following days while their final states differ from before, for so many days at most. */
const maxDays = 40;

/**
 * Computes a vehicle's day again from its stored points (K2), starting from the detector states at the end of the day before, and then the following
 * days for as long as their final states differ from what they were. Episodes and summaries are replaced in one transaction. Several processes may
 * do this at once. Answers how many days and points were folded; throws when the database fails, then nothing has changed.
 */
export async function recomputeDay(deps: RecomputeDeps, dirty: DirtyDay): Promise<{ days: number; points: number }> {
  if (!(await deps.inputs.load(dirty.clientId, dirty.vehicleId))) return { days: 0, points: 0 };
  const client = await deps.database.pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    const result = await inTransaction(deps, dirty, client);
    await client.query('commit');
    return result;
  } catch (error) {
    failed = asError(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed);
  }
}

async function inTransaction(
  deps: RecomputeDeps,
  dirty: DirtyDay,
  client: pg.PoolClient,
): Promise<{ days: number; points: number }> {
  const { vehicleId, clientId } = dirty;
  const owner = { vehicleId, clientId };
  const epochs = await lockStates(client, [owner]);
  if (!epochs.has(vehicleId)) return { days: 0, points: 0 };
  const zone = deps.inputs.zoneOf(clientId) ?? 'Asia/Shanghai';
  const marks = await readMarks(client, vehicleId);
  const from = wallToMs(`${dirty.day} 00:00:00`, zone) ?? dayStart(deps.now(), zone);
  await deps.inputs.reach(clientId, vehicleId, from);
  const run: Run = {
    client,
    owner,
    zone,
    state: await stateBefore(deps, client, owner, dirty.day),
    findings: new Map(),
    days: [],
    reachedHead: false,
  };
  const head = await readHead(client, vehicleId, zone);
  if (await isAhead(deps, dirty, from, head, zone)) {
    await removeMarks(client, vehicleId, marks, [dirty]);
    return { days: 0, points: 0 };
  }
  await foldDays(deps, run, from, head, marks);
  const points = run.days.reduce((sum, day) => sum + day.points.length, 0);
  await replaceEpisodes(deps, run, head);
  await replaceSummaries(deps, run, head);
  if (run.reachedHead) await replaceLiveState(run);
  // trips that took mileages from these days hear of it, also when they never saw the mark
  await client.query('update facts_state set recomputes = recomputes + 1 where vehicle_id = $1', [vehicleId]);
  await removeMarks(client, vehicleId, marks, run.days);
  return { days: run.days.length, points };
}

/** Whether nothing was reported on that day or after it: then there is nothing to compute, and the live state must not be replaced. */
async function isAhead(deps: RecomputeDeps, { vehicleId, day }: DirtyDay, from: number, head: Head, zone: string) {
  if (head.day !== '' && day <= head.day) return false;
  const points = await deps.readTrack(vehicleId, from, nextDayStart(from, zone) - 1);
  return !points.some(({ t }) => t >= from);
}

interface Mark {
  day: string;
  dueAt: string;
}

async function readMarks(client: pg.PoolClient, vehicleId: string): Promise<Map<string, Mark>> {
  const { rows } = await client.query<Mark>(
    'select day::text, due_at::text as "dueAt" from dirty_day where vehicle_id = $1',
    [vehicleId],
  );
  return new Map(rows.map((row) => [row.day, row]));
}

/** Removes the marks of the days done; one that was set again meanwhile stays. It comes last in the transaction, so that the writer of points waits for a moment only. */
async function removeMarks(
  client: pg.PoolClient,
  vehicleId: string,
  marks: Map<string, Mark>,
  days: ReadonlyArray<{ day: string }>,
): Promise<void> {
  const done = days.flatMap(({ day }) => marks.get(day) ?? []);
  if (done.length === 0) return;
  await client.query(
    'delete from dirty_day d using unnest($2::date[], $3::timestamptz[]) as x(day, due) where d.vehicle_id = $1 and d.day = x.day and d.due_at = x.due',
    [vehicleId, done.map(({ day }) => day), done.map(({ dueAt }) => dueAt)],
  );
}

async function stateBefore(
  deps: RecomputeDeps,
  client: pg.PoolClient,
  owner: Run['owner'],
  day: string,
): Promise<FoldState> {
  const { rows } = await client.query<{ state: string }>(
    'select state from facts_carry where vehicle_id = $1 and day < $2 order by day desc limit 1',
    [owner.vehicleId, day],
  );
  return unpackState(rows[0]?.state ?? null, (id, version) => deps.inputs.rule(owner.clientId, id, version));
}

/** Folds day after day until a day's final state is as it was before, or the newest report is reached. */
async function foldDays(
  deps: RecomputeDeps,
  run: Run,
  start: number,
  head: Head,
  marks: Map<string, Mark>,
): Promise<void> {
  const { client, owner, zone } = run;
  for (let from: number | null = start; from !== null && run.days.length < maxDays; ) {
    const to = nextDayStart(from, zone);
    const day = localDay(from, zone);
    const points = await deps.readTrack(owner.vehicleId, from, to - 1);
    run.days.push({ day, from, to, points });
    foldPoints(deps, run, points, from, to);
    if (head.day === '' || day >= head.day) {
      run.reachedHead = true;
      return;
    }
    const text = packState(run.state);
    const same = await sameCarry(client, owner.vehicleId, day, text);
    if (!same) await saveCarries(client, [{ ...owner, day, text }]);
    const next = await nextDayWithData(client, owner.vehicleId, to, zone);
    if (next === null) {
      run.reachedHead = true;
      return;
    }
    // the next day is folded too when it is marked anyway, or now begins in another state
    from = same && !marks.has(localDay(next, zone)) ? null : next;
  }
}

function foldPoints(deps: RecomputeDeps, run: Run, points: readonly TrackPoint[], from: number, to: number): void {
  for (const point of orderPoints(points)) {
    if (point.t < from || point.t >= to) continue;
    const moment = deps.inputs.at(run.owner.clientId, run.owner.vehicleId, point.t);
    if (!moment) throw new Error('inputs of the company were dropped while a day was computed');
    // a detector that fails here failed live as well, where it was counted
    const step = stepFold(run.state, point, moment, () => undefined);
    run.state = step.state;
    for (const finding of step.findings) run.findings.set(keyOf(finding), finding);
  }
}

async function sameCarry(client: pg.PoolClient, vehicleId: string, day: string, text: string): Promise<boolean> {
  const { rows } = await client.query<{ same: boolean }>(
    'select state = $3 as same from facts_carry where vehicle_id = $1 and day = $2',
    [vehicleId, day, text],
  );
  return rows[0]?.same ?? false;
}

async function nextDayWithData(
  client: pg.PoolClient,
  vehicleId: string,
  after: number,
  zone: string,
): Promise<number | null> {
  // hot points and packed hours
  const { rows } = await client.query<{ t: number | null }>(
    `select (extract(epoch from min(t)) * 1000)::float8 as t from (
       select min(device_time) as t from position
       where vehicle_id = $1 and device_time >= $2 and device_time < $2::timestamptz + interval '400 days'
       union all select min(greatest(first_time, $2)) from position_hour
       where vehicle_id = $1 and hour > $2::timestamptz - interval '1 hour' and last_time >= $2) x`,
    [vehicleId, new Date(after).toISOString()],
  );
  const t = rows[0]?.t ?? null;
  return t === null ? null : dayStart(t, zone);
}

/** Makes the stored episodes of the folded days equal to what was found. */
async function replaceEpisodes(deps: RecomputeDeps, run: Run, head: Head): Promise<void> {
  const { client, owner } = run;
  const last = run.days[run.days.length - 1];
  const first = run.days[0];
  if (!first || !last) return;
  const moment = deps.inputs.at(owner.clientId, owner.vehicleId, run.state.drive.t ?? first.from);
  const pushAgeMs = deps.inputs.settingsAt(owner.clientId, owner.vehicleId)(deps.now()).latePushMs;
  const open = runningFindings(run.state, moment?.driverAt ?? (() => null));
  if (run.reachedHead && moment) open.push(...silentFindings(run.state, deps.now(), moment));
  for (const finding of open) run.findings.set(keyOf(finding), finding);
  const findings = [...run.findings.values()];
  const end = run.reachedHead ? Number.MAX_SAFE_INTEGER / 2 : last.to;
  const touching = await readOverlapping(client, owner.vehicleId, first.from, Math.min(end, deps.now() + dayMs));
  const known = new Map(touching.map((episode) => [keyOf(episode), episode]));
  const byKey = await readByKey(
    client,
    findings.map((finding) => ({ vehicleId: owner.vehicleId, finding })),
  );
  for (const episode of byKey.values()) known.set(keyOf(episode), episode);
  const { kept, fresh, gone } = reconcileEpisodes([...known.values()], findings);
  // an episode that runs on into a day that is not folded keeps the end it has there; so does one that has ended and is taken up again there
  const untouched = new Set(run.reachedHead ? [] : open.map(keyOf));
  const beyond = ({ stored, finding }: (typeof kept)[number]): boolean =>
    !untouched.has(keyOf(finding)) && (stored.end === null || stored.end >= last.to);
  const later = !run.reachedHead && (gone.length > 0 || kept.some(beyond)) ? await foldAhead(deps, run) : noKeys;
  for (const { finding } of kept.filter(beyond)) if (later.has(keyOf(finding))) untouched.add(keyOf(finding));
  const writes: EpisodeWrite[] = [
    ...kept
      .filter(({ stored, finding }) => !(untouched.has(keyOf(finding)) && keyOf(stored) === keyOf(finding)))
      .map(({ stored, finding }) => ({
        ...owner,
        id: stored.id,
        finding,
        ...eventOf(stored, finding, deps.now(), pushAgeMs),
      })),
    ...fresh.map((finding) => ({ ...owner, id: null, finding, ...eventOf(undefined, finding, deps.now(), pushAgeMs) })),
  ];
  // removed ones first, so that an episode whose start moves does not collide with them
  await withdrawEpisodes(
    client,
    gone.filter((episode) => !later.has(keyOf(episode))),
  );
  const ids = await writeEpisodes(client, writes);
  await refreshShares(deps, run, head, [
    ...kept.map(({ stored }) => stored),
    ...writes.map(({ finding }, i) => ({ ...finding, id: ids[i] ?? '' })),
  ]);
}

/** The shares of late points of the episodes that the folded days touch, each as it was written last; also of those that run on into a day that is not folded. */
async function refreshShares(
  deps: RecomputeDeps,
  run: Run,
  head: Head,
  episodes: ReadonlyArray<{ id: string; start: number; end: number | null }>,
): Promise<void> {
  const { client, owner, state } = run;
  const newest = (run.reachedHead ? state.drive.t : head.t) ?? 0;
  const spans = new Map(
    episodes.map(({ id, start, end }) => [id, { id, vehicleId: owner.vehicleId, start, end: end ?? newest }]),
  );
  const surely = run.days.some(({ points }) => points.some(({ late }) => late));
  await setLateShares(client, deps.database.systemDb, [...spans.values()], surely);
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * The identities of what the next day with data finds, from the state that the run has come to. The run has stopped before that day because it begins in the
 * same state as before; but a silence over midnight is known with its first report, a trip that has hardly begun becomes one there, and an incident goes on.
 */
async function foldAhead(deps: RecomputeDeps, run: Run): Promise<ReadonlySet<string>> {
  const last = run.days[run.days.length - 1];
  const { client, owner, zone } = run;
  const next = last ? await nextDayWithData(client, owner.vehicleId, last.to, zone) : null;
  if (next === null) return noKeys;
  const to = nextDayStart(next, zone);
  const ahead: Run = { ...run, findings: new Map() };
  foldPoints(deps, ahead, await deps.readTrack(owner.vehicleId, next, to - 1), next, to);
  const moment = deps.inputs.at(owner.clientId, owner.vehicleId, ahead.state.drive.t ?? next);
  const open = runningFindings(ahead.state, moment?.driverAt ?? (() => null));
  return new Set([...ahead.findings.keys(), ...open.map(keyOf)]);
}

/** Replaces the live state by this run's and tells the engine to read it again. */
async function replaceLiveState({ client, owner, state }: Run): Promise<void> {
  await client.query(
    'update facts_state set state = $2, at = $3, epoch = epoch + 1, updated_at = now() where vehicle_id = $1',
    [owner.vehicleId, packState(state), state.drive.t === null ? null : new Date(state.drive.t).toISOString()],
  );
  await client.query("select pg_notify('facts_rebased', $1)", [owner.vehicleId]);
}
