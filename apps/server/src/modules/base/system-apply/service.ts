import {
  type clientInfo,
  type loginCompanyGet,
  trialApply,
  type trialList,
  trialOffered,
} from '@tongda/contract/base/system-apply/calls';
import { msgType, systemCode } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { clientStatus, trialStatus } from '@tongda/contract/trade/member/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { tellProvider } from '../message/door';

const openStates = [trialStatus.pending, trialStatus.opened];

/** Systems of a company and what it applied for: one's own, provider staff any. */
export function readClientInfo(ctx: Ctx, clientId: string): Promise<Output<typeof clientInfo>> {
  return ctx.db(async (trx) => {
    const client = await trx.selectFrom('client').select('system_codes').where('id', '=', clientId).executeTakeFirst();
    if (!client) throw notFound('企业');
    const open = await trx
      .selectFrom('trial_application')
      .select('system_code')
      .where('client_id', '=', clientId)
      .where('status', '=', trialStatus.pending)
      .execute();
    return { systemCodeList: client.system_codes, appliedCodeList: open.map((row) => row.system_code) };
  });
}

/** The company that the caller is logged in to. */
export function readLoginCompany(ctx: Ctx): Promise<Output<typeof loginCompanyGet>> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('client')
      .select(['id', 'name', 'short_name', 'system_codes', 'status', 'time_zone'])
      .select(sql<string | null>`service_end::text`.as('serviceEnd'))
      .where('id', '=', ctx.clientId)
      .executeTakeFirst();
    if (!row) throw notFound('企业');
    return {
      clientId: row.id,
      clientName: row.name,
      shortName: row.short_name ?? row.name,
      systemCodeList: row.system_codes,
      status: clientStatus.schema.parse(row.status),
      serviceEnd: row.serviceEnd,
      timeZone: row.time_zone,
    };
  });
}

/** Stores an application for a trial and tells the provider; throws 4011 when one for the system is open. The applicant comes from the login, whatever the body says. */
export async function applyForTrial(ctx: Ctx, db: Kysely<DB>, input: Parsed<typeof trialApply>): Promise<void> {
  const { systemCodeList, appliedCodeList } = await readClientInfo(ctx, ctx.clientId);
  const applicant = { isPrimaryUser: ctx.isPrimary ? 1 : 0, loginType: ctx.loginType };
  if (systemCodeList.includes(input.systemCode))
    throw invalidField('systemCode', `贵公司已开通${systemCode.label(input.systemCode)}`);
  if (!trialOffered(applicant, systemCodeList)) throw forbiddenError('只有企业主账号可以申请试用');
  if (appliedCodeList.includes(input.systemCode)) throw blockedByRule(message('trial.again'));
  const { id, user } = await ctx.db(async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .select(['account_code', 'name', 'phone'])
      .where('id', '=', ctx.userId)
      .executeTakeFirstOrThrow();
    const done = await trx
      .insertInto('trial_application')
      .values({
        client_id: ctx.clientId,
        client_name: ctx.clientName,
        user_id: ctx.userId,
        user_code: user.account_code,
        user_name: user.name,
        mobile: user.phone ?? '',
        system_code: input.systemCode,
      })
      // Two windows at once: the second one finds the first one's row.
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'system_code']).where('status', 'in', openStates).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!done) throw blockedByRule(message('trial.again'));
    return { id: done.id, user };
  });
  // The message belongs to the provider's company, which the tenant's transaction cannot write to.
  const system = systemCode.label(input.systemCode);
  await tellProvider(db, {
    type: msgType.trialApplication,
    title: `试用申请：${ctx.clientName}`,
    content: `${ctx.clientName}申请试用${system}。申请人${user.name}（${user.account_code}）${user.phone ? `，电话${user.phone}` : ''}。`,
    menu: 'trialApplication',
    onceKey: `trial ${id}`,
  });
}

/** Applications of all companies, newest first: row-level security shows them to provider staff, a tenant its own. */
export function listTrials(ctx: Ctx, query: Parsed<typeof trialList>): Promise<Output<typeof trialList>> {
  return ctx.db(async (trx) => {
    let rows = trx.selectFrom('trial_application as t');
    if (query.systemCode) rows = rows.where('t.system_code', '=', query.systemCode);
    if (query.status !== undefined) rows = rows.where('t.status', '=', query.status);
    if (query.keyword) {
      const text = likePattern(query.keyword);
      rows = rows.where((eb) =>
        eb.or([eb('t.client_name', 'ilike', text), eb('t.user_name', 'ilike', text), eb('t.mobile', 'like', text)]),
      );
    }
    const { total } = await rows.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
    const list = await rows
      .selectAll('t')
      .orderBy('t.applied_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(query.size)
      .offset((query.page - 1) * query.size)
      .execute();
    return {
      total: Number(total),
      page: query.page,
      size: query.size,
      list: list.map((row) => ({
        id: row.id,
        applyTime: wireTime(row.applied_at, ctx.timeZone),
        clientId: row.client_id,
        clientName: row.client_name,
        applyUserId: row.user_id,
        applyUserCode: row.user_code,
        applyUserName: row.user_name,
        mobile: row.mobile,
        systemCode: systemCodeOf(row.system_code),
        status: statusOf(row.status),
      })),
    };
  });
}

const systemCodeOf = (text: string): (typeof systemCode.codes)[number] => trialApply.input.shape.systemCode.parse(text);
const statusOf = (value: number): (typeof trialStatus.codes)[number] => trialStatus.schema.parse(value);
