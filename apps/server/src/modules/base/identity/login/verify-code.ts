import { randomInt } from 'node:crypto';
import { smsRules, type smsSent } from '@tongda/contract/base/identity/sms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { tooManyAtOnce } from '../../../../core/http/errors';
import { checkPassword, hashForStore } from '../password/hash';
import type { SessionDeps } from '../session/sessions';
import type { Caller } from './history';

export type CodePurpose = 'login' | 'reset' | 'bind' | 'survey';

const words: Record<CodePurpose, string> = { login: '登录', reset: '找回密码', bind: '绑定手机', survey: '填写问卷' };

type CodeDeps = Pick<SessionDeps, 'db' | 'sms' | 'demo' | 'platformName'>;

interface Wanted {
  phone: string;
  purpose: CodePurpose;
  caller: Caller;
  /** false: counts and answers as usual but sends nothing; for numbers that no account has, which must not be revealed */
  deliver: boolean;
}

/** Sends a six-digit code by SMS: one a minute and ten a day for a phone, thirty an hour for an address. 4029 beyond. */
export async function sendCode(
  deps: CodeDeps,
  { phone, purpose, caller, deliver }: Wanted,
): Promise<z.input<typeof smsSent>> {
  const code = String(randomInt(10 ** smsRules.digits)).padStart(smsRules.digits, '0');
  const { id } = await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`sms ${phone}`}))`.execute(trx);
    const { recent, today, wait } = await trx
      .selectFrom('verify_code')
      .select((eb) => [
        eb.fn.countAll<string>().as('today'),
        sql<boolean>`coalesce(max(created_at) > now() - make_interval(secs => ${smsRules.resendS}), false)`.as(
          'recent',
        ),
        sql<number>`ceil(${smsRules.resendS} - extract(epoch from now() - max(created_at)))::int`.as('wait'),
      ])
      .where('phone', '=', phone)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow();
    if (recent) throw tooManyAtOnce(`验证码已发送，请${wait}秒后再试`);
    if (Number(today) >= smsRules.dailyPerPhone) throw tooManyAtOnce('今天获取验证码的次数已用完，请明天再试');
    const { hourly } = await trx
      .selectFrom('verify_code')
      .select((eb) => eb.fn.countAll<string>().as('hourly'))
      .where('ip', '=', caller.ip)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    if (Number(hourly) >= smsRules.hourlyPerIp) throw tooManyAtOnce('操作过于频繁，请稍后再试');
    await trx.deleteFrom('verify_code').where('created_at', '<', sql<Date>`now() - interval '2 days'`).execute();
    return trx
      .insertInto('verify_code')
      .values({
        phone,
        purpose,
        ip: caller.ip || null,
        expires_at: sql`now() + make_interval(secs => ${smsRules.ttlS})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  // after what is counted, so that who is refused costs nothing, and outside of the transaction, so that waiting keeps no connection
  const code_hash = await hashForStore(hashed(phone, code));
  await deps.db.updateTable('verify_code').set({ code_hash }).where('id', '=', id).execute();
  if (deliver) {
    const minutes = smsRules.ttlS / 60;
    const text = `【${deps.platformName}】您的${words[purpose]}验证码是${code}，${minutes}分钟内有效，请勿告诉他人。`;
    await deps.sms.send({ phone, purpose, text, code });
  }
  const sent = { expireIn: smsRules.ttlS, resendIn: smsRules.resendS };
  return deliver && deps.demo && !deps.sms.real ? { ...sent, demoCode: code } : sent;
}

/** What is hashed of a code: the phone belongs to it. */
const hashed = (phone: string, code: string): string => `${phone} ${code}`;

interface Offered {
  phone: string;
  purpose: CodePurpose;
  code: string;
  /** true: only checks the code, which stays valid */
  keep?: boolean;
}

/** Whether this is the newest code of the phone and still valid; a right code is used up by that. Five wrong tries void a code. */
export async function useCode(
  { db }: Pick<SessionDeps, 'db'>,
  { phone, purpose, code, keep }: Offered,
): Promise<boolean> {
  const tried = await db
    .updateTable('verify_code')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('verify_code')
        .select('id')
        .where('phone', '=', phone)
        .where('purpose', '=', purpose)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', smsRules.tries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
  if (!tried || !(await checkPassword(hashed(phone, code.trim()), tried.code_hash))) return false;
  if (keep) return true;
  // of two that come at once with the right code one uses it up
  const used = await db
    .updateTable('verify_code')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', tried.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
