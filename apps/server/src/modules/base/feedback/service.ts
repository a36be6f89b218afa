import {
  type addInformation,
  type browseInformation,
  feedbackKind,
  feedbackLimits,
} from '@tongda/contract/base/feedback/calls';
import { msgType } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField, tooManyAtOnce } from '../../../core/http/errors';
import { tellProvider } from '../message/door';

type Input = Parsed<typeof addInformation>;

interface Writer {
  client_id: string | null;
  user_id: string | null;
  company_name: string;
  contact: string;
  phone: string;
}

/** Who writes: for a logged-in user name and company come from the login, whatever the body says. */
async function loadWriter(db: Kysely<DB>, ctx: Ctx | null, input: Input): Promise<Writer> {
  const own = { company_name: input.companyName, contact: input.contact, phone: input.phone };
  if (!ctx) return { client_id: null, user_id: null, ...own };
  const user = await db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', ctx.actor?.userId ?? ctx.userId)
    .executeTakeFirst();
  return {
    client_id: ctx.clientId,
    user_id: ctx.userId,
    company_name: ctx.clientName,
    contact: ctx.actor ? `${ctx.userName}（${ctx.actor.name}代）` : ctx.userName,
    phone: input.phone || (user?.phone ?? ''),
  };
}

/** Stores a feedback and tells the provider's staff. */
export async function writeFeedback(
  db: Kysely<DB>,
  ctx: Ctx | null,
  input: Input,
  { ip, solved }: { ip: string; solved: () => boolean },
): Promise<void> {
  if (!ctx) {
    if (input.phone === '') throw invalidField('phone', '请输入手机号');
    if (!solved()) throw invalidField('captchaCode', message('login.captcha'));
  }
  await refuseTooMany(db, ctx, ip);
  const writer = await loadWriter(db, ctx, input);
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('feedback')
      .values({ ...writer, kind: input.type, content: input.content, page: input.page, ip: ip || null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const who = [writer.company_name, writer.contact, writer.phone].filter(Boolean).join('　');
    await tellProvider(trx, {
      type: msgType.feedback,
      title: `${feedbackKind.label(input.type)}：${writer.company_name || writer.contact || writer.phone}`,
      content: [input.content, who, input.page ? `页面：${input.page}` : ''].filter(Boolean).join('\n'),
      menu: 'collectMessage',
      onceKey: `feedback ${id}`,
    });
  });
}

/** What the caller handed in himself: one, or the last twenty. Somebody who acts or visits sees what he wrote as that user. */
export async function listOwnFeedback(
  db: Kysely<DB>,
  ctx: Ctx,
  { id }: Parsed<typeof browseInformation>,
): Promise<Output<typeof browseInformation>> {
  let rows = db
    .selectFrom('feedback')
    .select(['id', 'kind', 'content', 'page', 'created_at'])
    .where('user_id', '=', ctx.userId)
    .where('client_id', '=', ctx.clientId);
  if (id !== undefined) rows = rows.where('id', '=', id);
  const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute();
  return found.map((row) => ({
    id: row.id,
    type: row.kind,
    content: row.content,
    page: row.page,
    createTime: wireTime(row.created_at, ctx.timeZone),
  }));
}

async function refuseTooMany(db: Kysely<DB>, ctx: Ctx | null, ip: string): Promise<void> {
  const rows = db.selectFrom('feedback').select(sql<number>`count(*)::int`.as('n'));
  const { n } = ctx
    ? await rows
        .where('user_id', '=', ctx.userId)
        .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow()
    : await rows
        .where('ip', '=', ip)
        .where('user_id', 'is', null)
        .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow();
  if (n >= (ctx ? feedbackLimits.dailyPerUser : feedbackLimits.hourlyPerIp)) throw tooManyAtOnce(message('http.429'));
}
