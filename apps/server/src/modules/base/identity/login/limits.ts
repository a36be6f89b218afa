import type { LoginRefusal } from '@tongda/contract/base/identity/calls';
import { proofOfWork } from '@tongda/contract/base/identity/proof-of-work';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { networkOf } from '../../../../core/http/client-address';
import { AppError, tooManyAtOnce } from '../../../../core/http/errors';
import { type LockRule, minutesLeft, usualLock, windowMinutes } from './attempts';

/** Failures within 15 minutes and what follows from them (docs/decisions/079). */
export const loginLimits = {
  /** of an account at one network: the next try needs a proof of work */
  proofAfter: 2,
  /** of an account everywhere: it is let in only where it was let in before */
  account: 20,
  /** accounts at one network: every try there needs a proof of work */
  networkProof: 10,
  /** accounts at one network: only accounts that were let in there before are still tried */
  network: 30,
  /** accounts and networks in all: every try needs a proof of more work */
  overall: 300,
  /** days for which a network where an account was let in counts as its own */
  familiarDays: 30,
  /** tries of one network that may wait for their answer at the same time */
  atOnce: 50,
} as const;

/** One try to log in. */
export interface LoginTry {
  /** the account code where what was typed belongs to somebody, so that phone and e-mail are no further tries; otherwise what was typed */
  account: string;
  ip: string;
  rule?: LockRule;
}

/** What a try that has begun needs to be ended by `failTry` or `passTry`. */
export interface OpenTry {
  key: string;
  network: string;
  lockedMinutes: number;
  /** zero bits that the next try must prove */
  bits: number;
}

/** Begun and not ended, by network. */
const waiting = new Map<string, number>();

/**
 * Begins a try: counts it as failed until it turns out good, so that a thousand at once are a thousand. `prove` uses up the proof of work that came
 * with it; null where something else bounds the tries (codes by SMS). Throws 4000 or 4029 with what to do; a try that is refused is not counted.
 */
export async function beginTry(
  db: Kysely<DB>,
  { account, ip, rule = usualLock }: LoginTry,
  prove: ((bits: number) => boolean) | null,
): Promise<OpenTry> {
  const name = account.toLowerCase();
  const network = networkOf(ip);
  const wide = await refuseByWideCounts(db, name, network);
  if ((waiting.get(network) ?? 0) >= loginLimits.atOnce) throw tooManyAtOnce('当前登录人数过多，请稍后再试');
  await forgetOld(db);
  const opened = await db.transaction().execute(async (trx) => {
    const key = `${name}|${network}`;
    await trx
      .insertInto('login_attempt')
      .values({ key, account: name, network, failed_count: 0, window_start: sql`now()` })
      .onConflict((c) => c.column('key').doNothing())
      .execute();
    const row = await trx
      .selectFrom('login_attempt')
      .select(['failed_count', 'locked_until'])
      .select(sql<boolean>`window_start > now() - make_interval(mins => ${windowMinutes})`.as('recent'))
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const locked = minutesLeft(row.locked_until);
    if (locked > 0) throw lockedError(locked);
    const before = row.recent ? row.failed_count : 0;
    const bits = bitsAfter(before, wide);
    if (prove && bits > 0 && !prove(bits)) throw unprovedError(bits);
    const failed = before + 1;
    const locks = failed >= rule.lockAfter;
    await trx
      .updateTable('login_attempt')
      .set({
        failed_count: failed,
        ...(row.recent ? {} : { window_start: sql<Date>`now()`, wrong_count: 0 }),
        locked_until: locks ? sql<Date>`now() + make_interval(mins => ${rule.lockMin}::int)` : null,
      })
      .where('key', '=', key)
      .execute();
    return { key, network, lockedMinutes: locks ? rule.lockMin : 0, bits: bitsAfter(failed, wide) };
  });
  waiting.set(network, (waiting.get(network) ?? 0) + 1);
  return opened;
}

const bitsAfter = (failed: number, wide: number): number =>
  Math.max(wide, failed >= loginLimits.proofAfter ? proofOfWork.usualBits : 0);

function endWaiting(network: string): void {
  const left = (waiting.get(network) ?? 1) - 1;
  if (left > 0) waiting.set(network, left);
  else waiting.delete(network);
}

/** Ends a try that was wrong; answers what is thrown for it. */
export async function failTry(
  db: Kysely<DB>,
  { key, network, lockedMinutes, bits }: OpenTry,
  error: { field: string; msg: string },
): Promise<AppError> {
  endWaiting(network);
  await db
    .updateTable('login_attempt')
    .set({ wrong_count: sql<number>`wrong_count + 1` })
    .where('key', '=', key)
    .execute();
  if (lockedMinutes > 0) return lockedError(lockedMinutes);
  return new AppError(codes.invalid, error.msg, { needsCaptcha: bits > 0, proofBits: bits, errors: [error] });
}

/** Ends a try that was right, which forgets the failures of the account at this network. */
export async function passTry(db: Kysely<DB>, { key, network }: OpenTry): Promise<void> {
  endWaiting(network);
  await db.deleteFrom('login_attempt').where('key', '=', key).execute();
}

/** Forgets the failures of an account at a network. */
export async function forgetTries(db: Kysely<DB>, account: string, ip: string): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where('key', '=', `${account.toLowerCase()}|${networkOf(ip)}`)
    .execute();
}

/** Ends a try that could not be checked (too many wait); it stays counted. */
export const dropTry = ({ network }: OpenTry): void => endWaiting(network);

/** Zero bits that counts of the network and of everybody ask for. Throws when they lock, unless the account was let in at this network before. */
async function refuseByWideCounts(db: Kysely<DB>, account: string, network: string): Promise<number> {
  const counts = await loadWideCounts(db, account, network);
  const lockedHere = counts.network >= loginLimits.network;
  if ((lockedHere || counts.account >= loginLimits.account) && !(await isFamiliar(db, account, network))) {
    if (!lockedHere) throw lockedError(Math.max(1, counts.accountMinutes));
    throw new AppError(codes.tooMany, `该网络登录失败的账号过多，请${Math.max(1, counts.networkMinutes)}分钟后再试`, {
      needsCaptcha: true,
      proofBits: proofOfWork.networkBits,
    } satisfies LoginRefusal);
  }
  if (counts.overall >= loginLimits.overall) return proofOfWork.overallBits;
  return counts.network >= loginLimits.networkProof ? proofOfWork.networkBits : 0;
}

/** Wrong tries of the window: accounts at the network, tries of the account, pairs of both in all; minutes until the oldest of them is forgotten. */
async function loadWideCounts(db: Kysely<DB>, account: string, network: string) {
  const recent = sql`network <> '' and wrong_count > 0 and window_start > now() - make_interval(mins => ${windowMinutes})`;
  const left = sql`${windowMinutes} - floor(extract(epoch from now() - min(window_start)) / 60)`;
  const { rows } = await sql<{
    network: number;
    networkMinutes: number;
    account: number;
    accountMinutes: number;
    overall: number;
  }>`select n.accounts as network, n.minutes as "networkMinutes", a.tries as account, a.minutes as "accountMinutes", o.pairs as overall
    from (select count(*)::int as accounts, coalesce(${left}, 0)::int as minutes from login_attempt where network = ${network} and ${recent}) n,
      (select coalesce(sum(wrong_count), 0)::int as tries, coalesce(${left}, 0)::int as minutes from login_attempt where account = ${account} and ${recent}) a,
      (select count(*)::int as pairs from (select from login_attempt where ${recent} limit ${loginLimits.overall}) p) o`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('counts always give a row');
  return counts;
}

/** Whether the account was let in at this network lately. */
async function isFamiliar(db: Kysely<DB>, account: string, network: string): Promise<boolean> {
  const entered = await db
    .selectFrom('login_log')
    .select('ip')
    .distinct()
    .where(sql`lower(account_code)`, '=', account)
    .where('event', 'in', ['login_ok', 'sms_login', 'qr_login'])
    .where('at', '>', sql<Date>`now() - make_interval(days => ${loginLimits.familiarDays})`)
    .execute();
  return entered.some(({ ip }) => ip !== null && networkOf(ip) === network);
}

const lockedError = (lockedMinutes: number): AppError =>
  new AppError(codes.invalid, message('login.locked', { n: lockedMinutes }), {
    needsCaptcha: true,
    proofBits: proofOfWork.usualBits,
    lockedMinutes,
  } satisfies LoginRefusal);

const unprovedError = (proofBits: number): AppError =>
  new AppError(codes.invalid, message('login.captcha'), {
    needsCaptcha: true,
    proofBits,
    errors: [{ field: 'captchaCode', msg: message('login.captcha') }],
  });

/** Rows that mean nothing any more are dropped every ten minutes. */
const sweepMs = 600_000;
let swept = 0;
async function forgetOld(db: Kysely<DB>): Promise<void> {
  if (Date.now() - swept < sweepMs) return;
  swept = Date.now();
  await db
    .deleteFrom('login_attempt')
    .where('window_start', '<', sql<Date>`now() - interval '1 day'`)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`now()`)]))
    .execute();
}
