import type { PayChannel } from '@tongda/contract/trade/member/enums';

/** A request to a payment provider, and its answer. The simulator takes the place of the network. */
export interface Sent {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** '' = none */
  body: string;
}
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}
export type Send = (request: Sent) => Promise<Answered>;

/** A payment as the provider knows it. Amounts in fen. */
export interface KnownPayment {
  state: 'waiting' | 'paid' | 'closed';
  /** of a paid one: the provider's number, the amount and the moment */
  providerNo: string;
  fen: number;
  paidAt: Date | null;
}
/** A payment that a provider told us of, its signature checked. */
export interface Notified {
  tradeNo: string;
  providerNo: string;
  fen: number;
  paidAt: Date;
}
/** A message to our address as it came. */
export interface Incoming {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** What is to be paid. */
export interface ToPay {
  tradeNo: string;
  fen: number;
  title: string;
  expireAt: Date;
  notifyUrl: string;
}

/** Payment by scanning a code. Every call rejects with {@link PayFailure} when the provider did not do it. */
export interface OnlineProvider {
  channel: PayChannel;
  /** makes it; answers what the QR code holds */
  create(order: ToPay): Promise<string>;
  query(tradeNo: string): Promise<KnownPayment>;
  /** nothing may be paid for it any more; one that is paid already stays so */
  close(tradeNo: string): Promise<void>;
  /** gives money back; the same `refundNo` gives it back once */
  refund(of: { tradeNo: string; refundNo: string; fen: number; totalFen: number; reason: string }): Promise<void>;
  /** The payment that a message tells of; null for one that tells of something else. Throws {@link Forged} unless the provider signed it. */
  read(message: Incoming): Notified | null;
  /** what the provider wants to hear when we took a message, and when we did not */
  taken: { type: string; body: string };
  refused: { type: string; body: string };
}

/** The provider did not do what was asked; the sentence is for the page. */
export class PayFailure extends Error {}

/** A message that the provider did not sign, or signed too long ago. */
export class Forged extends Error {}

const answerMs = 10_000;
/** The network as it is. */
export const sendOverNetwork: Send = async ({ method, url, headers, body }) => {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
    ...(body === '' ? {} : { body }),
  }).catch(() => {
    throw new PayFailure('支付渠道暂时连接不上，请稍后重试');
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
};

export const headerOf = (headers: Incoming['headers'], name: string): string => {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};
