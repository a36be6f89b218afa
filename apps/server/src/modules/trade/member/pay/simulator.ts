import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomInt,
} from 'node:crypto';
import type { PayChannel, SimulatedHow } from '@tongda/contract/trade/member/enums';
import { z } from 'zod';
import { type AlipayMerchant, alipayText, alipayTime, fenOf, yuanOf } from './alipay';
import { type Answered, headerOf, type Incoming, PayFailure, type Send, type Sent } from './shape';
import { isRsaSigned, signRsa, type WechatMerchant, wechatText } from './wechat';

interface Trade {
  channel: PayChannel;
  tradeNo: string;
  fen: number;
  state: 'waiting' | 'paid' | 'closed';
  paidFen: number;
  providerNo: string;
  paidAt: Date;
  /** paid in the same moment in which we close it: told afterwards */
  held: boolean;
  /** given back, by our number of it */
  refunds: Map<string, number>;
}

const mostTrades = 5_000;
const urls = { wechat: 'https://wechat.simulator', alipay: 'https://alipay.simulator/gateway.do' } as const;

/**
 * WeChat Pay and Alipay as they behave, without money: they check our signatures, sign and encrypt their own, and tell us of payments late, twice, forged, or of another
 * amount. The adapters speak to it with the same bytes as to the real ones.
 */
export class PaySimulator {
  private readonly trades = new Map<string, Trade>();
  private keys: { wechat: WechatMerchant; alipay: AlipayMerchant } | null = null;
  private telling: Promise<unknown> = Promise.resolve();

  /**
   * `deliver` hands a message to our address and answers the HTTP status that it got. `afterClosing` resolves when a trade that was paid while we closed it is told: the
   * closing of its order has to be over by then.
   */
  constructor(
    private readonly deliver: (channel: PayChannel, message: Incoming) => Promise<number>,
    private readonly now: () => number = Date.now,
    private readonly afterClosing = (): Promise<void> => new Promise((done) => setTimeout(done, 2000).unref()),
  ) {}

  /** Merchants of the simulated platforms; their keys are made when they are first used. */
  get merchants(): { wechat: WechatMerchant; alipay: AlipayMerchant } {
    if (this.keys) return this.keys;
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    // one pair stands for both sides: what matters is that every signature is checked
    const [privateKey, publicKey] = [createPrivateKey(pair.privateKey), createPublicKey(pair.publicKey)];
    this.keys = {
      wechat: {
        appId: 'wx_simulator',
        mchId: '1900000109',
        serialNo: 'SIMULATOR',
        privateKey,
        v3Key: randomBytes(16).toString('hex'),
        platformKey: publicKey,
        platformKeyId: 'PUB_KEY_ID_SIMULATOR',
        url: urls.wechat,
      },
      alipay: { appId: '2021000000000000', privateKey, alipayKey: publicKey, url: urls.alipay },
    };
    return this.keys;
  }

  readonly send: Send = async (request) =>
    request.url.startsWith(urls.alipay) ? this.alipay(request) : this.wechat(request);

  /** Somebody pays: answers the HTTP statuses of the messages that were sent for it. */
  async pay(tradeNo: string, how: SimulatedHow): Promise<number[]> {
    const trade = this.trades.get(tradeNo);
    if (trade?.state !== 'waiting') throw new PayFailure('模拟器没有这笔待支付的交易，请刷新二维码');
    if (how === 'late') {
      trade.held = true;
      return [];
    }
    if (how === 'forged')
      return [await this.deliver(trade.channel, this.messageOf({ ...trade, ...this.paid(trade) }, true))];
    Object.assign(trade, this.paid(trade, how === 'amount' ? trade.fen - 1 : trade.fen));
    const message = this.messageOf(trade);
    const first = await this.deliver(trade.channel, message);
    return how === 'twice' ? [first, await this.deliver(trade.channel, message)] : [first];
  }

  /** Fen that were given back of a trade. */
  refunded(tradeNo: string): number {
    return [...(this.trades.get(tradeNo)?.refunds.values() ?? [])].reduce((sum, fen) => sum + fen, 0);
  }

  /** Resolves when late messages were told. */
  async settled(): Promise<void> {
    await this.telling;
  }

  private paid(trade: Trade, fen = trade.fen): Pick<Trade, 'state' | 'paidFen' | 'providerNo' | 'paidAt'> {
    const at = new Date(Math.floor(this.now() / 1000) * 1000);
    const day = alipayTime(at.getTime()).slice(0, 10).replaceAll('-', '');
    return {
      state: 'paid',
      paidFen: fen,
      paidAt: at,
      providerNo: `42000${day}${String(randomInt(1e12)).padStart(12, '0')}`,
    };
  }

  private begin(trade: Pick<Trade, 'channel' | 'tradeNo' | 'fen'>): void {
    const [oldest] = this.trades.keys();
    if (this.trades.size >= mostTrades && oldest !== undefined) this.trades.delete(oldest);
    const rest = { paidFen: 0, providerNo: '', paidAt: new Date(0), held: false, refunds: new Map() };
    this.trades.set(trade.tradeNo, { ...trade, ...rest, state: 'waiting' });
  }

  /** Closes a trade; false when it was paid before. One that is held is paid in this moment, and told after we believe that it is closed. */
  private close(trade: Trade): boolean {
    if (trade.state === 'paid') return false;
    if (trade.held) {
      Object.assign(trade, this.paid(trade), { held: false });
      const message = this.messageOf(trade);
      this.telling = this.afterClosing().then(() => this.deliver(trade.channel, message));
    } else trade.state = 'closed';
    return true;
  }

  private messageOf(trade: Trade, forged = false): Incoming {
    return trade.channel === 'wechat' ? this.wechatMessage(trade, forged) : this.alipayMessage(trade, forged);
  }

  // --- WeChat Pay
  private wechat({ method, url, headers, body }: Sent): Answered {
    const { wechat } = this.merchants;
    const path = url.slice(urls.wechat.length);
    const authorization = headerOf(headers, 'authorization');
    const signed = Object.fromEntries(
      authorization
        .slice(authorization.indexOf(' ') + 1)
        .split(',')
        .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 2, -1)]),
    );
    const text = wechatText(method, path, signed.timestamp ?? '', signed.nonce_str ?? '', body);
    if (!isRsaSigned(wechat.platformKey, text, signed.signature ?? ''))
      return this.wechatAnswer(401, { code: 'SIGN_ERROR', message: '签名错误' });
    const input: unknown = body === '' ? {} : JSON.parse(body);
    if (path === '/v3/pay/transactions/native') {
      const order = z.object({ out_trade_no: z.string(), amount: z.object({ total: z.number() }) }).parse(input);
      this.begin({ channel: 'wechat', tradeNo: order.out_trade_no, fen: order.amount.total });
      return this.wechatAnswer(200, { code_url: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}` });
    }
    if (path === '/v3/refund/domestic/refunds') return this.wechatRefund(input);
    const found = /^\/v3\/pay\/transactions\/out-trade-no\/([^/?]+)(\/close)?/u.exec(path);
    const trade = this.trades.get(found?.[1] ?? '');
    if (!trade) return this.wechatAnswer(404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' });
    if (found?.[2])
      return this.close(trade)
        ? { status: 204, headers: {}, body: '' }
        : this.wechatAnswer(400, { code: 'ORDERPAID', message: '订单已支付' });
    const states = { waiting: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' } as const;
    return this.wechatAnswer(200, {
      ...(trade.state === 'paid' ? paidBody(wechat, trade) : {}),
      trade_state: states[trade.state],
    });
  }

  private wechatRefund(input: unknown): Answered {
    const of = z
      .object({ out_trade_no: z.string(), out_refund_no: z.string(), amount: z.object({ refund: z.number() }) })
      .parse(input);
    const trade = this.trades.get(of.out_trade_no);
    if (trade?.state !== 'paid') return this.wechatAnswer(404, { code: 'RESOURCE_NOT_EXISTS', message: '订单不存在' });
    trade.refunds.set(of.out_refund_no, of.amount.refund);
    return this.wechatAnswer(200, { status: 'SUCCESS' });
  }

  private wechatAnswer(status: number, content: object): Answered {
    const body = JSON.stringify(content);
    return { status, headers: this.wechatHeaders(body), body };
  }

  private wechatHeaders(body: string, forged = false): Record<string, string> {
    const { wechat } = this.merchants;
    const time = String(Math.floor(this.now() / 1000));
    const nonce = randomBytes(8).toString('hex');
    const signature = signRsa(wechat.privateKey, wechatText(time, nonce, forged ? `${body} ` : body));
    return {
      'wechatpay-timestamp': time,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': wechat.platformKeyId,
      'wechatpay-signature': signature,
    };
  }

  private wechatMessage(trade: Trade, forged: boolean): Incoming {
    const { wechat } = this.merchants;
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(wechat.v3Key, 'utf8'), Buffer.from(nonce, 'utf8'));
    cipher.setAAD(Buffer.from('transaction', 'utf8'));
    const text = JSON.stringify({ ...paidBody(wechat, trade), trade_state: 'SUCCESS' });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    const body = JSON.stringify({
      id: randomBytes(16).toString('hex'),
      event_type: 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: sealed.toString('base64'),
        nonce,
        associated_data: 'transaction',
      },
    });
    return { headers: this.wechatHeaders(body, forged), body };
  }

  // --- Alipay
  private alipay({ body }: Sent): Answered {
    const { alipay } = this.merchants;
    const params = Object.fromEntries(new URLSearchParams(body));
    const { method = '', sign = '' } = params;
    const answer = (content: object): Answered => {
      const text = JSON.stringify(content);
      const node = `${method.replaceAll('.', '_')}_response`;
      return { status: 200, headers: {}, body: `{"${node}":${text},"sign":"${signRsa(alipay.privateKey, text)}"}` };
    };
    const failed = (sub: string, words: string) =>
      answer({ code: '40004', msg: 'Business Failed', sub_code: sub, sub_msg: words });
    if (!isRsaSigned(alipay.alipayKey, alipayText(params), sign)) return failed('isv.invalid-signature', '无效签名');
    const content = z.record(z.string(), z.string()).parse(JSON.parse(params.biz_content ?? '{}'));
    const { out_trade_no: tradeNo = '' } = content;
    if (method === 'alipay.trade.precreate') {
      this.begin({ channel: 'alipay', tradeNo, fen: fenOf(content.total_amount ?? '') });
      return answer({
        code: '10000',
        msg: 'Success',
        out_trade_no: tradeNo,
        qr_code: `https://qr.alipay.com/bax${randomBytes(6).toString('hex')}`,
      });
    }
    const trade = this.trades.get(tradeNo);
    // as with Alipay, there is no trade before somebody scans the code
    if (!trade || (trade.state === 'waiting' && method === 'alipay.trade.query'))
      return failed('ACQ.TRADE_NOT_EXIST', '交易不存在');
    const known = { code: '10000', msg: 'Success', out_trade_no: tradeNo, trade_no: trade.providerNo };
    if (method === 'alipay.trade.close')
      return this.close(trade) ? answer(known) : failed('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法');
    if (method === 'alipay.trade.refund') {
      if (trade.state !== 'paid') return failed('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      trade.refunds.set(content.out_request_no ?? '', fenOf(content.refund_amount ?? ''));
      return answer({ ...known, fund_change: 'Y' });
    }
    const status = trade.state === 'paid' ? 'TRADE_SUCCESS' : 'TRADE_CLOSED';
    return answer({
      ...known,
      trade_status: status,
      total_amount: yuanOf(trade.paidFen),
      send_pay_date: alipayTime(trade.paidAt.getTime()),
    });
  }

  private alipayMessage(trade: Trade, forged: boolean): Incoming {
    const { alipay } = this.merchants;
    const params: Record<string, string> = {
      notify_time: alipayTime(this.now()),
      notify_type: 'trade_status_sync',
      notify_id: randomBytes(16).toString('hex'),
      app_id: alipay.appId,
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      trade_no: trade.providerNo,
      out_trade_no: trade.tradeNo,
      trade_status: 'TRADE_SUCCESS',
      total_amount: yuanOf(trade.paidFen),
      gmt_payment: alipayTime(trade.paidAt.getTime()),
    };
    const sign = signRsa(alipay.privateKey, alipayText(params, ['sign', 'sign_type']));
    const told = forged ? { ...params, total_amount: yuanOf(trade.paidFen + 1) } : params;
    return { headers: {}, body: new URLSearchParams({ ...told, sign }).toString() };
  }
}

const paidBody = ({ mchId, appId }: WechatMerchant, trade: Trade) => ({
  mchid: mchId,
  appid: appId,
  out_trade_no: trade.tradeNo,
  transaction_id: trade.providerNo,
  success_time: `${trade.paidAt.toISOString().slice(0, 19)}+00:00`,
  amount: { total: trade.paidFen, currency: 'CNY' },
});
