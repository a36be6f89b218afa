import type { KeyObject } from 'node:crypto';
import { hourMs } from '@tongda/contract/core/durations';
import { z } from 'zod';
import { Forged, type Incoming, type OnlineProvider, PayFailure, type Send } from './shape';
import { isRsaSigned, signRsa } from './wechat';

/** An application of Alipay's open platform. */
export interface AlipayMerchant {
  appId: string;
  privateKey: KeyObject;
  /** Alipay's public key, which signs answers and messages */
  alipayKey: KeyObject;
  /** https://openapi.alipay.com/gateway.do */
  url: string;
}

const base = z.object({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
const made = base.extend({ qr_code: z.string().default('') });
const known = base.extend({
  trade_status: z.string().default(''),
  trade_no: z.string().default(''),
  total_amount: z.string().default('0'),
  send_pay_date: z.string().optional(),
});

/** Fen of an amount in yuan as Alipay writes it (`300.00`); NaN for anything else. */
export function fenOf(yuan: string): number {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/u.exec(yuan);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : Number.NaN;
}
export const yuanOf = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** `YYYY-MM-DD HH:mm:ss` of China's clock, as Alipay writes times. */
export const alipayTime = (at: number): string =>
  new Date(at + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ');
const timeOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);

/** What is signed of parameters: sorted by name, without empty ones and without those in `except`. */
export const alipayText = (params: Readonly<Record<string, string>>, except: readonly string[] = ['sign']): string =>
  Object.entries(params)
    .filter(([name, value]) => value !== '' && !except.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Alipay by scanning (当面付, alipay.trade.precreate), https://opendocs.alipay.com/open/8ad49e4a_alipay.trade.precreate. */
export function alipay(merchant: AlipayMerchant, send: Send, now: () => number = Date.now): OnlineProvider {
  const call = <T>(method: string, content: object, schema: z.ZodType<T>, notifyUrl = ''): Promise<T> =>
    callAlipay(merchant, send, { method, content, schema, notifyUrl, now: now() });
  return {
    channel: 'alipay',
    create: async ({ tradeNo, fen, title, expireAt, notifyUrl }) => {
      const content = {
        out_trade_no: tradeNo,
        total_amount: yuanOf(fen),
        subject: title.slice(0, 128),
        time_expire: alipayTime(expireAt.getTime()),
      };
      const answer = await call('alipay.trade.precreate', content, made, notifyUrl);
      refuseFailed(answer);
      return answer.qr_code;
    },
    query: async (tradeNo) => {
      const answer = await call('alipay.trade.query', { out_trade_no: tradeNo }, known);
      // nobody has scanned it yet: Alipay makes the trade when somebody does
      if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { state: 'waiting', providerNo: '', fen: 0, paidAt: null };
      refuseFailed(answer);
      const { trade_status: status, trade_no: providerNo, total_amount: yuan, send_pay_date: at } = answer;
      if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED')
        return { state: 'paid', providerNo, fen: fenOf(yuan), paidAt: at ? timeOf(at) : null };
      return { state: status === 'TRADE_CLOSED' ? 'closed' : 'waiting', providerNo: '', fen: 0, paidAt: null };
    },
    close: async (tradeNo) => {
      const answer = await call('alipay.trade.close', { out_trade_no: tradeNo }, base);
      if (answer.sub_code !== 'ACQ.TRADE_NOT_EXIST') refuseFailed(answer);
    },
    refund: async ({ tradeNo, refundNo, fen, reason }) => {
      const content = {
        out_trade_no: tradeNo,
        out_request_no: refundNo,
        refund_amount: yuanOf(fen),
        refund_reason: reason.slice(0, 128),
      };
      refuseFailed(await call('alipay.trade.refund', content, base));
    },
    read: (incoming) => readAlipay(merchant, incoming),
    taken: { type: 'text/plain; charset=utf-8', body: 'success' },
    refused: { type: 'text/plain; charset=utf-8', body: 'fail' },
  };
}

function refuseFailed({ code, sub_msg: sub, msg }: z.output<typeof base>): void {
  if (code !== '10000') throw new PayFailure(`支付宝：${(sub || msg || code).slice(0, 100)}`);
}

interface Asked<T> {
  method: string;
  content: object;
  schema: z.ZodType<T>;
  notifyUrl: string;
  now: number;
}
async function callAlipay<T>(
  merchant: AlipayMerchant,
  send: Send,
  { method, content, schema, notifyUrl, now }: Asked<T>,
): Promise<T> {
  const params: Record<string, string> = {
    app_id: merchant.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: alipayTime(now),
    version: '1.0',
    notify_url: notifyUrl,
    biz_content: JSON.stringify(content),
  };
  if (notifyUrl === '') delete params.notify_url;
  params.sign = signRsa(merchant.privateKey, alipayText(params));
  const answer = await send({
    method: 'POST',
    url: merchant.url,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(params).toString(),
  });
  if (answer.status !== 200) throw new PayFailure(`支付宝：HTTP ${answer.status}`);
  const node = `${method.replaceAll('.', '_')}_response`;
  // the signature covers the bytes of the node as they stand in the answer
  const head = `"${node}":`;
  const { sign } = z.object({ sign: z.string() }).parse(JSON.parse(answer.body));
  const [from, to] = [answer.body.indexOf(head), answer.body.lastIndexOf(',"sign"')];
  const text = from < 0 || to < from ? '' : answer.body.slice(from + head.length, to).trim();
  if (!isRsaSigned(merchant.alipayKey, text, sign)) throw new Forged('answer');
  return schema.parse(JSON.parse(text));
}

function readAlipay(merchant: AlipayMerchant, { body }: Incoming) {
  const params = Object.fromEntries(new URLSearchParams(body));
  if (!isRsaSigned(merchant.alipayKey, alipayText(params, ['sign', 'sign_type']), params.sign ?? ''))
    throw new Forged('signature');
  if (params.app_id !== merchant.appId) throw new Forged('application');
  const { trade_status: status = '', out_trade_no: tradeNo, trade_no: providerNo, total_amount: yuan } = params;
  if (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') return null;
  // a refund is told with the trade again, and is not a payment
  if (params.refund_fee !== undefined) return null;
  const read = z
    .object({ tradeNo: z.string(), providerNo: z.string(), yuan: z.string() })
    .parse({ tradeNo, providerNo, yuan });
  return {
    tradeNo: read.tradeNo,
    providerNo: read.providerNo,
    fen: fenOf(read.yuan),
    paidAt: timeOf(params.gmt_payment ?? params.notify_time ?? ''),
  };
}
