import { minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '../generated/db-types';
import type { App } from '../run/app';

/** A notice to one follower of the official account (公众号). `id` stays the same when it is sent again: WeChat shows it once. */
export interface WechatNotice {
  id: string;
  openId: string;
  /** 超温报警, 报警汇总（3条） */
  title: string;
  plateNo: string;
  /** company time of what happened */
  time: string;
  content: string;
  /** page that opens on a tap; '' = none */
  url: string;
}

/** Sends notices by WeChat; rejects with a {@link WechatRefusal} only when a notice was certainly not sent. Texts are never logged. */
export interface WechatSender {
  /** false: notices are stored instead of being sent */
  readonly real: boolean;
  send(notice: WechatNotice): Promise<void>;
}

/** Why a notice was refused: too many (limit), trying again is useless (permanent), or it may work later (retry). */
export class WechatRefusal extends Error {
  constructor(
    readonly kind: 'limit' | 'permanent' | 'retry',
    /** sentence for the send log */
    message: string,
  ) {
    super(message);
  }
}

type Needs = Pick<App, 'config' | 'database'>;
/** The sender of the settings: the official account where a template is named, otherwise the outbox. */
export function wechatSenderOf({ config, database }: Needs): WechatSender {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret, WECHAT_TEMPLATE_ID: templateId } = config;
  if (!appId || !templateId) return outboxWechat(database.systemDb);
  return templateWechat({
    appId,
    secret,
    templateId,
    fields: config.WECHAT_TEMPLATE_FIELDS,
    api: config.WECHAT_API_URL,
  });
}

const keptDays = 7;

/** Built in: notices are kept in `wechat_outbox` for a week, so that everything works without an official account. */
function outboxWechat(db: Kysely<DB>): WechatSender {
  return {
    real: false,
    send: async ({ id, openId, title, content }) => {
      await db
        .insertInto('wechat_outbox')
        .values({ message_id: id, open_id: openId, title, content })
        .onConflict((c) => c.column('message_id').doNothing())
        .execute();
      await db
        .deleteFrom('wechat_outbox')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
    },
  };
}

interface Account {
  appId: string;
  secret: string;
  templateId: string;
  /** `thing1=title,car_number2=plateNo`: which field of the template shows what */
  fields: string;
  api: string;
}

const timeoutMs = 10_000;
/** A token is renewed this long before it expires, ms. */
const earlyMs = 5 * minuteMs;
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const sendAnswer = z.object({ errcode: z.number(), errmsg: z.string().optional() });

/** Codes of https://developers.weixin.qq.com/doc/service/guide/dev/error_code.html */
const codes = {
  badToken: [40001, 40014, 42001],
  limit: [45009, 45011],
  busy: [-1],
  known: {
    40003: '微信账号与本公众号不符，请重新绑定微信',
    40036: '微信模板不正确，请检查 WECHAT_TEMPLATE_ID',
    40037: '微信模板不正确，请检查 WECHAT_TEMPLATE_ID',
    40125: '公众号密钥不正确，请检查 WECHAT_APP_SECRET',
    41028: '微信模板不正确，请检查 WECHAT_TEMPLATE_ID',
    43004: '用户没有关注公众号',
    43101: '用户拒绝接收公众号消息',
    47003: '微信模板字段不符，请检查 WECHAT_TEMPLATE_FIELDS',
    48001: '公众号没有模板消息权限',
    // looked up by any code that WeChat answers
  } as Readonly<Record<number, string>>,
} as const;

/**
 * 模板消息 of a service account: POST /cgi-bin/stable_token (one token for all processes), then POST /cgi-bin/message/template/send with
 * `client_msg_id`, which WeChat takes once within ten minutes.
 */
export function templateWechat({ appId, secret, templateId, fields, api }: Account): WechatSender {
  const base = api.replace(/\/$/u, '');
  let token: { text: string; until: number } | null = null;
  const fetchToken = async (fresh: boolean): Promise<string> => {
    if (!fresh && token && token.until > Date.now()) return token.text;
    const body = { grant_type: 'client_credential', appid: appId, secret };
    const answer = await postJson(`${base}/cgi-bin/stable_token`, body);
    const read = tokenAnswer.safeParse(answer);
    if (!read.success) throw refusalOf(answer);
    token = { text: read.data.access_token, until: Date.now() + read.data.expires_in * 1000 - earlyMs };
    return token.text;
  };
  const sendOnce = async (notice: WechatNotice, fresh: boolean): Promise<unknown> => {
    const query = new URLSearchParams({ access_token: await fetchToken(fresh) });
    return postJson(`${base}/cgi-bin/message/template/send?${query}`, {
      touser: notice.openId,
      template_id: templateId,
      client_msg_id: notice.id,
      ...(notice.url ? { url: notice.url } : {}),
      data: dataOf(notice, fields),
    });
  };
  return {
    real: true,
    send: async (notice) => {
      let answer = await sendOnce(notice, false);
      const read = sendAnswer.safeParse(answer);
      // somebody else asked for a token, and this one is over
      if (read.success && codes.badToken.some((code) => code === read.data.errcode))
        answer = await sendOnce(notice, true);
      const result = sendAnswer.safeParse(answer);
      if (!result.success || result.data.errcode !== 0) throw refusalOf(answer);
    },
  };
}

function refusalOf(answer: unknown): WechatRefusal {
  const read = sendAnswer.safeParse(answer);
  if (!read.success) return new WechatRefusal('retry', '微信没有应答');
  const { errcode } = read.data;
  if (codes.limit.some((code) => code === errcode)) return new WechatRefusal('limit', '微信限流，稍后合并发送');
  if (codes.busy.some((code) => code === errcode)) return new WechatRefusal('retry', '微信系统繁忙');
  return new WechatRefusal('permanent', `微信拒绝（代码${errcode}）：${codes.known[errcode] ?? '请检查公众号设置'}`);
}

/** Posts JSON; addresses contain secrets, so an error is reported without them. */
async function postJson(url: string, body: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await response.json();
  } catch {
    return null;
  }
}

/** What a field may show. */
const sources = ['title', 'plateNo', 'time', 'content'] as const;
type Source = (typeof sources)[number];
// includes() of a tuple takes only its own members
const isSource = (name: string): name is Source => (sources as readonly string[]).includes(name);
/** Most characters by kind of field; a longer value would make WeChat refuse the whole message. */
const longest: Readonly<Record<string, number>> = {
  thing: 20,
  car_number: 8,
  phrase: 5,
  const: 20,
  character_string: 32,
};
const otherwise = 200;

function dataOf(notice: WechatNotice, fields: string): Record<string, { value: string }> {
  const pairs = fields.split(',').flatMap((pair): Array<[string, { value: string }]> => {
    const [field = '', source = ''] = pair.split('=').map((part) => part.trim());
    if (!field || !isSource(source)) return [];
    const most = longest[field.split(/\d/u)[0] ?? ''] ?? otherwise;
    const text = notice[source] || '-';
    return [[field, { value: text.length > most ? `${text.slice(0, most - 1)}…` : text }]];
  });
  return Object.fromEntries(pairs);
}
