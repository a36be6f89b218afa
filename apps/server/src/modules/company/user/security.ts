import { type FactorRule, factorRule } from '@tongda/contract/base/identity/factor';
import type { companySecurity, SecurityRules, saveCompanySecurity } from '@tongda/contract/company/user/security';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, forbiddenError } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { type AccountDeps, endSessionIds, hasFactor } from '../../base/identity/door';
import { seesAll } from '../../base/org/door';

export const securityEntity = 'security';
const labels: Readonly<Record<keyof SecurityRules, string>> = {
  multiLogin: '允许多端同时登录',
  sessionMaxH: '最长登录时长',
  screenMaxH: '大屏登录时长',
  secondFactor: '二次验证',
  idleMin: '空闲退出时长',
  minLength: '密码最短长度',
  kinds: '密码字符种类',
  expireDays: '密码有效期',
  remembered: '不可重复的历史密码',
  lockAfter: '锁定前的错误次数',
  lockMin: '锁定时长',
};
const wordsOfRules = (rules: SecurityRules): Record<keyof SecurityRules, string> => ({
  multiLogin: rules.multiLogin ? '允许' : '不允许',
  sessionMaxH: `${rules.sessionMaxH}小时`,
  screenMaxH: `${rules.screenMaxH}小时`,
  secondFactor: factorRule.label(rules.secondFactor),
  idleMin: `${rules.idleMin}分钟`,
  minLength: `${rules.minLength}位`,
  kinds: rules.kinds === 3 ? '字母、数字、符号都要有' : '字母、数字、符号中的两种',
  expireDays: rules.expireDays === null ? '长期有效' : `${rules.expireDays}天`,
  remembered: `最近${rules.remembered}个`,
  lockAfter: `${rules.lockAfter}次`,
  lockMin: `${rules.lockMin}分钟`,
});

/** Query of the rules of a company. */
const selectRules = (trx: Kysely<DB>, clientId: string) =>
  trx
    .selectFrom('client')
    .select([
      'multi_login as multiLogin',
      'session_max_h as sessionMaxH',
      'idle_min as idleMin',
      'screen_max_h as screenMaxH',
    ])
    .select(sql<FactorRule>`second_factor`.as('secondFactor'))
    .select(['pwd_min_length as minLength', sql<2 | 3>`pwd_kinds`.as('kinds'), 'pwd_expire_days as expireDays'])
    .select(['pwd_remembered as remembered', 'lock_after as lockAfter', 'lock_min as lockMin'])
    .where('id', '=', clientId);

/** SQL on `u`: whoever administers, as `second_factor = 'admins'` means it. */
const administers = sql`(u.is_primary or u.org_type = 1 or u.is_super or client.kind = 'provider')`;
const countWithoutFactor = (who: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from app_user u where u.client_id = client.id and u.status = 1 and u.deleted_at is null and ${who}
    and u.id not in (select factor_users()))`;

/** 登录安全 of the caller's company. */
export function readSecurity(ctx: Ctx): Promise<Output<typeof companySecurity>> {
  return ctx.db(async (trx) => {
    const { version, overdue, without_factor, admins_without_factor, ...rules } = await selectRules(trx, ctx.clientId)
      .select('security_version as version')
      .select(
        sql<number>`(select count(*)::int from app_user u where u.client_id = client.id and u.status = 1 and u.deleted_at is null
          and u.pwd_changed_at < now() - make_interval(days => client.pwd_expire_days))`.as('overdue'),
      )
      .select([
        countWithoutFactor(sql`true`).as('without_factor'),
        countWithoutFactor(administers).as('admins_without_factor'),
      ])
      .executeTakeFirstOrThrow();
    const last = await trx
      .selectFrom('change_history')
      .select(wireTimeSql(sql<Date>`max(at)`, ctx.timeZone).as('time'))
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', securityEntity)
      .executeTakeFirst();
    return {
      ...rules,
      version,
      overdue,
      withoutFactor: { all: without_factor, admins: admins_without_factor },
      editable: seesAll(ctx) && !ctx.readOnly,
      several: new Set((await loadOlderSessions(trx, ctx.clientId)).map(({ user_id }) => user_id)).size,
      updateTime: last?.time ?? null,
    };
  });
}

/** Sessions that would not exist if only one login were allowed: all but the newest of each user and kind of terminal. */
const loadOlderSessions = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('auth_session')
        .select(['id', 'user_id'])
        .select(sql<number>`row_number() over (partition by user_id, terminal_kind order by created_at desc)`.as('nth'))
        .where('client_id', '=', clientId)
        .where('revoked_at', 'is', null)
        .where('absolute_expire_at', '>', sql<Date>`now()`)
        .where('terminal_kind', 'in', ['web', 'h5', 'tv'])
        .as('s'),
    )
    .select(['id', 'user_id'])
    .where('nth', '>', 1)
    .execute();

/** Saves the rules. When several logins are no longer allowed, each user keeps his newest session and the others end as after a new login. Throws 4003 for others than administrators, 4009. */
export async function saveSecurity(deps: AccountDeps, ctx: Ctx, input: Parsed<typeof saveCompanySecurity>) {
  if (!seesAll(ctx)) throw forbiddenError('只有企业管理员可以修改登录安全设置');
  const older = await ctx.db(async (trx) => {
    const before = await selectRules(trx, ctx.clientId).forUpdate().executeTakeFirstOrThrow();
    const { version, ...said } = input;
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    const next: SecurityRules = { ...before, ...Object.fromEntries(given) };
    if (
      next.secondFactor !== before.secondFactor &&
      next.secondFactor !== 'optional' &&
      !(await hasFactor(deps.db, ctx.accountId))
    )
      throw blockedByRule('请先在个人信息中为自己开启二次验证，再要求他人');
    const done = await trx
      .updateTable('client')
      .set({
        multi_login: next.multiLogin,
        session_max_h: next.sessionMaxH,
        idle_min: next.idleMin,
        screen_max_h: next.screenMaxH,
        second_factor: next.secondFactor,
        pwd_min_length: next.minLength,
        pwd_kinds: next.kinds,
        pwd_expire_days: next.expireDays,
        pwd_remembered: next.remembered,
        lock_after: next.lockAfter,
        lock_min: next.lockMin,
        security_version: sql<number>`security_version + 1`,
      })
      .where('id', '=', ctx.clientId)
      .where('security_version', '=', version)
      .returning('id')
      .executeTakeFirst();
    if (!done) throw changedMeanwhile(securityEntity, ctx.clientId);
    const changes = changesBetween(wordsOfRules(before), wordsOfRules(next), labels);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity: securityEntity, entityId: ctx.clientId, action: '编辑', changes }]);
    return before.multiLogin && !next.multiLogin ? loadOlderSessions(trx, ctx.clientId) : [];
  });
  return {
    ended: await endSessionIds(
      deps,
      older.map(({ id }) => id),
      'other_login',
    ),
  };
}
