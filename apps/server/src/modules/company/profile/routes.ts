import * as contract from '@tongda/contract/company/profile/calls';
import { dayS } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, notFound, unauthorizedError } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { type FileDeps, fileLink, removeFile } from '../../base/file/door';
import { changeEmail, changePhone, sendPhoneCode } from '../../base/identity/door';

type PhoneDeps = Parameters<typeof changePhone>[0];

/** The link to a picture never expires in practice: a new picture is a new file with a link of its own. */
const avatarLinkSeconds = 20 * 365 * dayS;

const callerOf = (req: FastifyRequest) => ({
  ip: req.ip,
  userAgent: String(req.headers['user-agent'] ?? '').slice(0, 300),
});

/** 个人信息: what a user sees and changes of himself. */
export function profileRoutes(app: FastifyInstance, sessions: PhoneDeps, files: FileDeps): void {
  route(app, contract.profile, (ctx) => loadProfile(ctx, sessions));
  route(app, contract.upName, async (ctx, { name }) => {
    mustBeSelf(ctx);
    await ctx.db((trx) =>
      trx.updateTable('app_user').set({ name, updated_at: sql<Date>`now()` }).where('id', '=', ctx.userId).execute(),
    );
    return null;
  });
  route(app, contract.upEmail, async (ctx, { email }, { req }) => {
    await changeEmail(sessions, ctx, email, callerOf(req));
    return null;
  });
  route(app, contract.upHeadImg, async (ctx, { fileId }) => ({ headImgUrl: await setPicture(files, ctx, fileId) }));
  route(app, contract.sendBindVerifyCode, (ctx, input, { req }) => sendPhoneCode(sessions, ctx, input, callerOf(req)));
  route(app, contract.upPhone, async (ctx, input, { req }) => {
    await changePhone(sessions, ctx, input, callerOf(req));
    return null;
  });
}

function mustBeSelf(ctx: Ctx): void {
  if (ctx.actor || ctx.readOnly) throw forbiddenError('代管或访问期间不能修改个人信息');
}

/** The account that the caller logged in with. It may belong to another company than the one he entered. */
function loadAccount({ db }: PhoneDeps, ctx: Ctx) {
  return db
    .selectFrom('app_user')
    .select(['account_code', 'phone', wireTimeSql(sql<Date | null>`wx_bound_at`, ctx.timeZone).as('wx_bound_time')])
    .where('id', '=', ctx.accountId)
    .executeTakeFirst();
}

async function loadProfile(ctx: Ctx, sessions: PhoneDeps): Promise<Output<typeof contract.profile>> {
  const account = await loadAccount(sessions, ctx);
  if (!account) throw unauthorizedError();
  return ctx.db(async (trx) => {
    const user = await trx
      .selectFrom('app_user as u')
      .leftJoin('org as o', 'o.id', 'u.org_id')
      .select(['u.name', 'u.email', 'u.head_img', 'o.name as org_name'])
      .where('u.id', '=', ctx.userId)
      .executeTakeFirst();
    if (!user) throw unauthorizedError();
    const roles = await trx
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.id', 'ur.role_id')
      .select('r.name')
      .where('ur.user_id', '=', ctx.userId)
      .orderBy('r.name')
      .execute();
    const before = await trx
      .selectFrom('login_log')
      .select([wireTimeSql(sql<Date>`at`, ctx.timeZone).as('time'), sql<string>`coalesce(host(ip), '')`.as('ip')])
      .where('user_id', '=', ctx.userId)
      .where('event', 'in', ['login_ok', 'sms_login', 'qr_login'])
      .orderBy('at', 'desc')
      .offset(1)
      .limit(1)
      .executeTakeFirst();
    return {
      accountCode: account.account_code,
      name: user.name,
      headImgUrl: user.head_img,
      phone: account.phone ? contract.maskedPhone(account.phone) : null,
      wechat: sessions.wechat ? { boundTime: account.wx_bound_time } : null,
      email: user.email ?? '',
      accountType: ctx.isPrimary ? 'primary' : ctx.isOrgManager ? 'manager' : 'user',
      clientName: ctx.clientName,
      orgName: user.org_name ?? ctx.clientName,
      roles: roles.map(({ name }) => name),
      lastLogin: before ?? null,
      editable: !ctx.actor && !ctx.readOnly,
    };
  });
}

/** The new picture replaces the old one, whose file goes. */
async function setPicture(files: FileDeps, ctx: Ctx, fileId: string | null): Promise<string | null> {
  mustBeSelf(ctx);
  const { url, old } = await ctx.db(async (trx) => {
    const mine = trx.selectFrom('file').select('id').where('user_id', '=', ctx.userId).where('kind', '=', 'avatar');
    if (fileId && !(await mine.where('id', '=', fileId).executeTakeFirst())) throw notFound('图片');
    const link = fileId ? fileLink(files.secrets, fileId, avatarLinkSeconds) : null;
    await trx.updateTable('app_user').set({ head_img: link }).where('id', '=', ctx.userId).execute();
    const others = fileId ? mine.where('id', '!=', fileId) : mine;
    return { url: link, old: await others.execute() };
  });
  for (const { id } of old) await removeFile(files, ctx, id);
  return url;
}
