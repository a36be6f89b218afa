import { createDecipheriv, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Answered, Forged, headerOf, type Incoming, type OnlineProvider, PayFailure, type Send } from './shape';

/** A merchant of WeChat Pay, API v3. */
export interface WechatMerchant {
  appId: string;
  mchId: string;
  /** serial number of the merchant's certificate, and its private key */
  serialNo: string;
  privateKey: KeyObject;
  /** 32 bytes: what messages are encrypted with */
  v3Key: string;
  /** the platform's public key and its id, which signs answers and messages */
  platformKey: KeyObject;
  platformKeyId: string;
  /** https://api.mch.weixin.qq.com, without a slash at the end */
  url: string;
}

/** Messages older than this are not taken, s (WeChat Pay, 签名验证). */
const windowS = 300;

const resource = z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string().default('') });
const message = z.object({ event_type: z.string(), resource });
const paid = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  trade_state: z.literal('SUCCESS'),
  success_time: z.string(),
  amount: z.object({ total: z.number().int() }),
});
const known = z.object({
  trade_state: z.string(),
  transaction_id: z.string().default(''),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int() }).optional(),
});

/** WeChat Pay by scanning (Native), https://pay.weixin.qq.com/doc/v3/merchant/4012791832. `now` in ms since 1970. */
export function wechatPay(merchant: WechatMerchant, send: Send, now: () => number = Date.now): OnlineProvider {
  const { mchId } = merchant;
  const call = (method: 'GET' | 'POST', path: string, input?: object): Promise<Answered> =>
    callWechat(merchant, send, now, { method, path, body: input === undefined ? '' : JSON.stringify(input) });
  return {
    channel: 'wechat',
    create: async ({ tradeNo, fen, title, expireAt, notifyUrl }) => {
      const answer = await call('POST', '/v3/pay/transactions/native', {
        appid: merchant.appId,
        mchid: mchId,
        description: title.slice(0, 127),
        out_trade_no: tradeNo,
        time_expire: `${expireAt.toISOString().slice(0, 19)}+00:00`,
        notify_url: notifyUrl,
        amount: { total: fen, currency: 'CNY' },
      });
      return z.object({ code_url: z.string().min(1) }).parse(JSON.parse(answer.body)).code_url;
    },
    query: async (tradeNo) => {
      const answer = await call('GET', `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${mchId}`);
      const {
        trade_state: state,
        amount,
        transaction_id: providerNo,
        success_time: at,
      } = known.parse(JSON.parse(answer.body));
      if (state === 'SUCCESS' || state === 'REFUND')
        return { state: 'paid', providerNo, fen: amount?.total ?? 0, paidAt: at ? new Date(at) : null };
      const over = ['CLOSED', 'REVOKED', 'PAYERROR'].includes(state);
      return { state: over ? 'closed' : 'waiting', providerNo: '', fen: 0, paidAt: null };
    },
    close: async (tradeNo) => {
      await call('POST', `/v3/pay/transactions/out-trade-no/${tradeNo}/close`, { mchid: mchId });
    },
    refund: async ({ tradeNo, refundNo, fen, totalFen, reason }) => {
      const answer = await call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: tradeNo,
        out_refund_no: refundNo,
        reason: reason.slice(0, 80),
        amount: { refund: fen, total: totalFen, currency: 'CNY' },
      });
      const { status } = z.object({ status: z.string() }).parse(JSON.parse(answer.body));
      if (status !== 'SUCCESS' && status !== 'PROCESSING') throw new PayFailure(`微信支付未受理退款（${status}）`);
    },
    read: (incoming) => readWechat(merchant, incoming, now()),
    taken: { type: 'application/json', body: JSON.stringify({ code: 'SUCCESS' }) },
    refused: { type: 'application/json', body: JSON.stringify({ code: 'FAIL', message: '验签失败' }) },
  };
}

/** What is signed of a request: each part ends with a line break. */
export const wechatText = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('');
export const signRsa = (key: KeyObject, text: string): string => createSign('sha256').update(text).sign(key, 'base64');
export const isRsaSigned = (key: KeyObject, text: string, signature: string): boolean =>
  createVerify('sha256').update(text).verify(key, signature, 'base64');

async function callWechat(
  merchant: WechatMerchant,
  send: Send,
  now: () => number,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body: string },
): Promise<Answered> {
  const time = String(Math.floor(now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = signRsa(merchant.privateKey, wechatText(method, path, time, nonce, body));
  const answer = await send({
    method,
    url: `${merchant.url}${path}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${merchant.mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${time}",serial_no="${merchant.serialNo}"`,
    },
    body,
  });
  if (answer.status < 200 || answer.status >= 300) throw new PayFailure(`微信支付：${failureOf(answer)}`);
  // the answer decides about money as much as a message does
  if (answer.status !== 204) refuseUnsigned(merchant, { headers: answer.headers, body: answer.body }, now());
  return answer;
}

function failureOf({ status, body }: Answered): string {
  try {
    const { message: words } = z.object({ message: z.string() }).parse(JSON.parse(body));
    return words.slice(0, 100);
  } catch {
    return `HTTP ${status}`;
  }
}

/** Throws {@link Forged} unless the platform signed these bytes within the last minutes. */
function refuseUnsigned(merchant: WechatMerchant, { headers, body }: Incoming, now: number): void {
  const [time, nonce] = [headerOf(headers, 'Wechatpay-Timestamp'), headerOf(headers, 'Wechatpay-Nonce')];
  if (headerOf(headers, 'Wechatpay-Serial') !== merchant.platformKeyId) throw new Forged('serial');
  if (!/^\d{10}$/u.test(time) || Math.abs(now / 1000 - Number(time)) > windowS) throw new Forged('time');
  if (!isRsaSigned(merchant.platformKey, wechatText(time, nonce, body), headerOf(headers, 'Wechatpay-Signature')))
    throw new Forged('signature');
}

function readWechat(merchant: WechatMerchant, incoming: Incoming, now: number) {
  refuseUnsigned(merchant, incoming, now);
  const { event_type: event, resource: sealed } = message.parse(JSON.parse(incoming.body));
  if (event !== 'TRANSACTION.SUCCESS') return null;
  const of = paid.parse(JSON.parse(openResource(merchant.v3Key, sealed)));
  if (of.mchid !== merchant.mchId) throw new Forged('merchant');
  return {
    tradeNo: of.out_trade_no,
    providerNo: of.transaction_id,
    fen: of.amount.total,
    paidAt: new Date(of.success_time),
  };
}

/** AEAD_AES_256_GCM: the last sixteen bytes are the tag. */
function openResource(key: string, { ciphertext, nonce, associated_data: also }: z.output<typeof resource>): string {
  try {
    const bytes = Buffer.from(ciphertext, 'base64');
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'utf8'), Buffer.from(nonce, 'utf8'));
    cipher.setAAD(Buffer.from(also, 'utf8')).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString('utf8');
  } catch {
    throw new Forged('resource');
  }
}
