import type { LoginEvent } from '@tongda/contract/base/identity/account';
import type { TokenAnswer, token } from '@tongda/contract/base/identity/calls';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { AppError, invalidField } from '../../../../core/http/errors';
import { hasFactor } from '../factor/check';
import { askForFactor } from '../factor/step';
import { checkPassword } from '../password/hash';
import { announceEnded, endOlderSessions, openSession, type SessionDeps, type TerminalKind } from '../session/sessions';
import type { LockRule } from './attempts';
import { type Caller, writeLogin } from './history';
import { beginTry, dropTry, failTry, type LoginTry, type OpenTry, passTry } from './limits';
import { takeProof } from './proof';
import { useCode } from './verify-code';

/** A password that somebody else gave lets in for so many days (the very first administrator's, whom nobody could give another, without an end). */
const givenPasswordDays = 7;

export type TokenInput = Parsed<typeof token>;

/** Login by password. An unknown account and a wrong password get the same sentence after the same time, so that nobody can find out which accounts exist. */
export async function loginByPassword(
  deps: SessionDeps,
  input: TokenInput,
  caller: Caller,
  kind: TerminalKind,
): Promise<TokenAnswer> {
  const { db } = deps;
  const account = input.username?.trim();
  if (!account) throw invalidField('username', '请输入账号');
  if (!input.password) throw invalidField('password', '请输入密码');
  const { password } = input;
  const user = await findAccount(db, account);
  const attempt = await beginTry(db, await tryOf(db, user, account, caller), (bits) =>
    takeProof(deps.secrets, input.captchaKey, input.captchaCode, bits),
  );
  const good = await checkTry(attempt, () => checkPassword(password, user?.pwd_hash ?? null));
  if (!good || !user)
    return refuseLogin(deps, attempt, { account, caller, user }, { field: 'password', msg: message('login.bad') });
  await passTry(db, attempt);
  if (user.given_over) {
    // who is asked why he cannot log in finds it in the log
    await writeLogin(db, { event: 'login_fail', account, caller, user: { id: user.id, clientId: user.client_id } });
    throw invalidField('password', `初始密码已超过${givenPasswordDays}天，请联系管理员重置，或用“忘记密码”设置新密码`);
  }
  return admitAccount(deps, user, { ...input, caller, kind, event: 'login_ok', proved: true });
}

/** Login by a code that went to the phone. */
export async function loginBySms(
  deps: SessionDeps,
  input: TokenInput,
  caller: Caller,
  kind: TerminalKind,
): Promise<TokenAnswer> {
  const { phone, code } = input;
  if (!phone) throw invalidField('phone', '请输入手机号');
  if (!code) throw invalidField('code', '请输入短信验证码');
  const user = await findAccount(deps.db, phone, 'phone');
  // a user with several companies calls again with the chosen one and the same code
  const keep = !input.companyId && (await listCompanyChoices(deps.db, user)).length > 1;
  const attempt = await beginTry(deps.db, await tryOf(deps.db, user, phone, caller), null);
  const good = await checkTry(attempt, () => useCode(deps, { phone, purpose: 'login', code, keep }));
  if (!good || !user)
    return refuseLogin(
      deps,
      attempt,
      { account: phone, caller, user },
      { field: 'code', msg: message('login.captcha') },
    );
  await passTry(deps.db, attempt);
  return admitAccount(deps, user, { ...input, caller, kind, event: 'sms_login' });
}

/** A try as it is counted: by the account behind what was typed, with the rule of its company. */
async function tryOf(db: Kysely<DB>, user: Account | undefined, typed: string, { ip }: Caller): Promise<LoginTry> {
  if (!user) return { account: typed, ip };
  return { account: user.account_code, ip, rule: await loadLockRule(db, user.client_id) };
}

/** Runs the check of a try that has begun; a try that could not be checked is not left waiting. */
async function checkTry(attempt: OpenTry, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    dropTry(attempt);
    throw error;
  }
}

/** Writes a failed login down and throws the answer for it. */
async function refuseLogin(
  { db }: SessionDeps,
  attempt: OpenTry,
  { account, caller, user }: { account: string; caller: Caller; user: Account | undefined },
  error: { field: string; msg: string },
): Promise<never> {
  const who = user && { id: user.id, clientId: user.client_id };
  await writeLogin(db, { event: 'login_fail', account, caller, user: who });
  throw await failTry(db, attempt, error);
}

const loadLockRule = (db: Kysely<DB>, clientId: string): Promise<LockRule> =>
  db
    .selectFrom('client')
    .select(['lock_after as lockAfter', 'lock_min as lockMin'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();

export type Account = Omit<NonNullable<Awaited<ReturnType<typeof findAccount>>>, 'given_over'>;

/** The user behind an account name, a phone number or an e-mail address; names go first. */
export async function findAccount(db: Kysely<DB>, account: string, by: 'any' | 'phone' = 'any') {
  const name = account.toLowerCase();
  return db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.client_id', 'u.account_code', 'u.phone', 'u.pwd_hash'])
    .select(
      sql<boolean>`(u.must_change_pwd and coalesce(u.created_by, u.updated_by) is not null and u.pwd_changed_at < now() - make_interval(days => ${givenPasswordDays}))`.as(
        'given_over',
      ),
    )
    .where('u.deleted_at', 'is', null)
    .where((eb) =>
      by === 'phone'
        ? eb('u.phone', '=', account)
        : eb.or([
            eb(sql`lower(u.account_code)`, '=', name),
            eb('u.phone', '=', account),
            eb(sql`lower(u.email)`, '=', name),
          ]),
    )
    .orderBy(sql`lower(u.account_code) = ${name}`, 'desc')
    .orderBy(sql`u.phone = ${account}`, 'desc')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
}

export interface Choice {
  userId: string;
  clientId: string;
  clientName: string;
  open: boolean;
  arrears: boolean;
}

/** The companies that an account may enter: its own first, then those where it has a user. */
export async function listCompanyChoices(db: Kysely<DB>, account: Pick<Account, 'id'> | undefined): Promise<Choice[]> {
  if (!account) return [];
  const rows = await db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id', 'u.client_id', 'c.name'])
    .select(
      sql<boolean>`u.status = 1 and c.status = 1 and u.deleted_at is null and coalesce(u.expire_date >= current_date, true)`.as(
        'open',
      ),
    )
    .select(sql<boolean>`coalesce(c.service_end < current_date, false)`.as('arrears'))
    .where((eb) =>
      eb.or([
        eb('u.id', '=', account.id),
        eb('u.id', 'in', eb.selectFrom('account_company').select('user_id').where('account_id', '=', account.id)),
      ]),
    )
    .orderBy(sql`u.id = ${account.id}`, 'desc')
    .orderBy('c.name')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    clientId: row.client_id,
    clientName: row.name,
    open: row.open,
    arrears: row.arrears,
  }));
}

interface Entry {
  caller: Caller;
  kind: TerminalKind;
  event: LoginEvent;
  companyId?: string;
  /** the password was asked for */
  proved?: boolean;
  loginWarehouse?: string;
  /** the second factor was asked for, or whoever confirmed has proved his in his own session */
  factored?: boolean;
  /** of a screen: for how many days it is let in */
  days?: number;
}

/** Lets an identified account in: chooses the company (answer 300 when there are several), ends older sessions of the same kind and gives tokens. */
export async function admitAccount(deps: SessionDeps, account: Account, entry: Entry): Promise<TokenAnswer> {
  const { db } = deps;
  const all = await listCompanyChoices(db, account);
  const openOnes = all.filter((choice) => choice.open);
  if (openOnes.length === 0) throw new AppError(codes.forbidden, message('login.disabled'));
  const chosen = entry.companyId
    ? openOnes.find((choice) => choice.clientId === entry.companyId)
    : openOnes.length === 1
      ? openOnes[0]
      : undefined;
  if (entry.companyId && !chosen) throw invalidField('companyId', '您不属于所选企业，请重新选择');
  if (!chosen)
    throw new AppError(codes.chooseCompany, '请选择企业', {
      companies: openOnes.map(({ clientId, clientName }) => ({ clientId, clientName })),
    });
  if (chosen.arrears) throw new AppError(codes.forbidden, message('login.arrears'));
  const { userId, clientId } = chosen;
  if (!entry.factored && (await hasFactor(db, account.id)))
    throw await db.transaction().execute(async (trx) => {
      await lockUnchanged(trx, account, userId);
      return askForFactor(trx, {
        accountId: account.id,
        clientId,
        kind: entry.kind,
        event: entry.event,
        warehouse: allowedWarehouse(entry.loginWarehouse),
        proved: entry.proved ?? false,
      });
    });
  const { caller, kind } = entry;
  const { answer, ended } = await db.transaction().execute(async (trx) => {
    // one login of a user after the other: of two at the same moment the later one stays
    await lockUnchanged(trx, account, userId);
    const opened = await openSession(
      deps,
      trx,
      {
        userId,
        clientId,
        kind,
        caller,
        warehouse: allowedWarehouse(entry.loginWarehouse),
        accountId: userId === account.id ? undefined : account.id,
        readOnly: kind === 'tv',
        proved: entry.proved,
        days: entry.days,
      },
      kind === 'tv' ? 1 : 0,
    );
    await trx.updateTable('app_user').set({ last_login_at: sql`now()` }).where('id', '=', userId).execute();
    const user = { id: userId, clientId };
    await writeLogin(trx, {
      event: entry.event,
      account: account.account_code,
      caller,
      user,
      sessionId: opened.sessionId,
    });
    const session = { id: opened.sessionId, userId, clientId, kind };
    return { answer: opened.answer, ended: await endOlderSessions(trx, session, account.account_code, caller) };
  });
  await announceEnded(deps, ended, 'other_login');
  return answer;
}

/** Locks the account and the user that it enters as. Throws 4000 when the password was replaced since the account was read: what was begun with the old one ends. */
async function lockUnchanged(trx: Trx, account: Account, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', 'pwd_hash'])
    .where('id', 'in', [userId, account.id])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!rows.some(({ id, pwd_hash }) => id === account.id && pwd_hash === account.pwd_hash))
    throw invalidField('password', '密码刚刚被修改，请重新登录');
}

/** The working site or warehouse of a session. No module is bound to one yet, so nobody is authorised for any: empty = none. */
export const allowedWarehouse = (_wanted: string | undefined): string => '';
