import type { SealState, VerifiedRecord } from '@tongda/contract/watch/seal/calls';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import { AppError } from '../../../core/http/errors';
import { findRecord, isRecordIntact, latestVersionOf, type TemperatureRecord } from './records';
import { checkSeal, type Seal } from './seals';

/** A month is opened and hashed in a second or two: what was found a minute ago is not computed again. */
const found = new LRUCache<string, Promise<VerifiedRecord>>({ max: 200, ttl: 60_000 });
const noRecord = '没有这份记录，请核对记录号和校验码';

/** Checks a record against the stored readings. 4004 for a number or code that does not exist. */
export async function checkRecord(db: Kysely<DB>, number: string, code: string): Promise<VerifiedRecord> {
  const record = await findRecord(db, number, code);
  if (!record) throw new AppError(4004, noRecord);
  const known = found.get(record.root);
  if (known) return known;
  const checking = check(db, record);
  found.set(record.root, checking);
  checking.catch(() => found.delete(record.root));
  return checking;
}

async function check(db: Kysely<DB>, record: TemperatureRecord): Promise<VerifiedRecord> {
  const days: VerifiedRecord['days'] = [];
  for (const seal of record.seals) days.push(await checkDay(db, seal, record.timeZone));
  const { number, version, root, madeAt, timeZone } = record;
  // whoever checks a report holds it: what it says of stops and way is not told again
  const { report: _, ...facts } = record.facts;
  return {
    ...{ number, version, root, facts, days },
    latestVersion: await latestVersionOf(db, record),
    madeTime: wireTime(madeAt, timeZone),
    state: isRecordIntact(record) ? worstOf(days.map(({ state }) => state)) : 'changed',
  };
}

/** Hashes the readings of a sealed day again and says what was found. */
export async function checkDay(db: Kysely<DB>, seal: Seal, timeZone: string): Promise<VerifiedRecord['days'][number]> {
  const { day, version, samples, root, madeAt } = seal;
  const checked = await checkSeal(db, seal);
  const since = checked.state === 'changed' ? checked.since : null;
  return {
    ...{ day, version, samples, root, state: checked.state },
    sealTime: wireTime(madeAt, timeZone),
    since: since === null ? null : wireTime(since, timeZone),
  };
}

const worstOf = (states: readonly SealState[]): SealState =>
  states.includes('changed') ? 'changed' : states.includes('expired') ? 'expired' : 'intact';
