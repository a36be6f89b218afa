import { createHmac } from 'node:crypto';
import { AddressRefused, networkWords, type Outbound, webhookSign } from '../../../../core/notify/outbound';
import { type EndpointTarget, type Outgoing, type Send, SendFailure, textOf, titleOf } from './channel';

/** Sending to robots of chat groups and to signed webhooks, each as its maker's document says. */

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** https://open.dingtalk.com/document/robots/customize-robot-security-settings: sign = base64(HMAC-SHA256(secret, "ms\nsecret")). */
export const dingtalkSign = (secret: string, ms: number): string => hmac(secret, `${ms}\n${secret}`).toString('base64');

/** https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: sign = base64(HMAC-SHA256("s\nsecret", "")). */
export const feishuSign = (secret: string, seconds: number): string =>
  hmac(`${seconds}\n${secret}`, '').toString('base64');

interface Answered {
  status: number;
  json: Record<string, unknown>;
}

async function postToRobot(
  net: Outbound,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  try {
    const { status, text, retryAfterS } = await net.post(url, body, headers);
    if (status === 429) throw new SendFailure('limit', '对方限流，稍后合并发送', retryAfterS ?? 60);
    if (status >= 300 && status < 400) throw new SendFailure('permanent', `地址已转移（HTTP ${status}），请改用新地址`);
    if (status === 408 || status >= 500) throw new SendFailure('retry', `对方服务异常（HTTP ${status}）`);
    if (status >= 400) throw new SendFailure('permanent', `对方拒绝（HTTP ${status}），请检查地址和密钥`);
    return { status, json: parseJson(text) };
  } catch (error) {
    if (error instanceof SendFailure) throw error;
    if (error instanceof AddressRefused) throw new SendFailure('permanent', error.message);
    throw new SendFailure('retry', networkWords(error));
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    // an object of JSON has text keys
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Checks the answer of a robot, which is HTTP 200 with a result code of its own in `field`. Throws SendFailure for anything but success. */
function judgeAnswer(json: Record<string, unknown>, field: string, words: RobotCodes): string {
  const code = json[field];
  if (code === 0) return '';
  if (typeof code !== 'number') throw new SendFailure('permanent', '地址不是机器人的Webhook地址，请重新复制');
  if (words.limit.includes(code)) throw new SendFailure('limit', '机器人限流，稍后合并发送');
  throw new SendFailure(
    words.busy.includes(code) ? 'retry' : 'permanent',
    `机器人拒绝（代码${code}）：${words.known[code] ?? String(json.errmsg ?? json.msg ?? '请检查机器人设置').slice(0, 100)}`,
  );
}

interface RobotCodes {
  limit: readonly number[];
  /** codes that mean trouble on the maker's side: trying again may help */
  busy: readonly number[];
  known: Readonly<Record<number, string>>;
}

const wecomCodes: RobotCodes = {
  limit: [45009, 45033],
  busy: [-1, 6000],
  known: { 93000: 'Webhook地址无效，请重新复制', 93008: '机器人已被移出群聊', 40058: '消息格式不合规' },
};
/** https://developer.work.weixin.qq.com/document/path/91770: 20 messages a minute, markdown up to 4096 bytes. */
export const sendWecom =
  (net: Outbound): Send<EndpointTarget> =>
  async ({ url }, message) => {
    const body = { msgtype: 'markdown', markdown: { content: textOf(message, 4096) } };
    return judgeAnswer((await postToRobot(net, url, JSON.stringify(body))).json, 'errcode', wecomCodes);
  };

const dingtalkCodes: RobotCodes = {
  limit: [130101, 130102, 660026],
  busy: [-1],
  known: {
    310000: '安全设置不通过（加签密钥、关键词或IP白名单）',
    300001: 'access_token不存在，请重新复制地址',
    300005: 'access_token不存在，请重新复制地址',
    400013: '群已解散',
    400101: 'access_token不存在，请重新复制地址',
  },
};
/** https://open.dingtalk.com/document/robots/custom-robot-access: 20 messages a minute, then refused for ten. */
export const sendDingtalk =
  (net: Outbound): Send<EndpointTarget> =>
  async ({ url, secret }, message, now) => {
    const signed = new URL(url);
    if (secret) {
      signed.searchParams.set('timestamp', String(now));
      signed.searchParams.set('sign', dingtalkSign(secret, now));
    }
    const text = `#### ${titleOf(message)}\n\n${textOf(message, 18_000).replaceAll('\n', '\n\n')}`;
    const body = { msgtype: 'markdown', markdown: { title: titleOf(message), text }, at: { isAtAll: false } };
    return judgeAnswer((await postToRobot(net, signed.href, JSON.stringify(body))).json, 'errcode', dingtalkCodes);
  };

const feishuCodes: RobotCodes = {
  limit: [9499, 11232, 11233],
  busy: [],
  known: {
    19001: 'Webhook地址无效，请重新复制',
    19021: '签名校验失败，请检查密钥和服务器时间',
    19022: 'IP不在白名单',
    19024: '内容不含机器人要求的关键词',
  },
};
/** Custom bots take 100 messages a minute, 5 a second, bodies up to 20 KB. */
export const sendFeishu =
  (net: Outbound): Send<EndpointTarget> =>
  async ({ url, secret }, message, now) => {
    const seconds = Math.floor(now / 1000);
    const signature = secret ? { timestamp: String(seconds), sign: feishuSign(secret, seconds) } : {};
    const body = { ...signature, msg_type: 'text', content: { text: textOf(message, 18_000) } };
    const { json } = await postToRobot(net, url, JSON.stringify(body));
    return judgeAnswer(json, 'code' in json ? 'code' : 'StatusCode', feishuCodes);
  };

const events: Readonly<Record<number, string>> = {
  1: 'opened',
  2: 'raised',
  3: 'repeated',
  4: 'escalated',
  5: 'ended',
  6: 'withdrawn',
  7: 'test',
};

/** Body for a webhook: always a list of notices, so that a merged message has the same shape as any other. */
export const webhookBody = ({ key, items }: Outgoing, now: number): string =>
  JSON.stringify({
    id: key,
    sentAt: new Date(now).toISOString(),
    notices: items.map((item) => ({
      id: item.id,
      event: events[item.occasion] ?? '',
      alarmId: item.episodeId,
      kind: item.kind,
      level: item.level,
      vehicleId: item.vehicleId,
      plateNo: item.plateNo,
      startedAt: item.startedAt === null ? null : new Date(item.startedAt).toISOString(),
      title: item.title,
      content: item.content,
    })),
  });

/** Sends a signed POST; a 2xx answer means that it was accepted. The `Idempotency-Key` stays the same when a message is sent again. */
export const sendWebhook =
  (net: Outbound): Send<EndpointTarget> =>
  async ({ url, secret }, message, now) => {
    const seconds = Math.floor(now / 1000);
    const body = webhookBody(message, now);
    await postToRobot(net, url, body, {
      'idempotency-key': message.key,
      'x-tongda-timestamp': String(seconds),
      ...(secret ? { 'x-tongda-signature': webhookSign(secret, seconds, body) } : {}),
    });
    return '';
  };
