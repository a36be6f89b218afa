import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { keysOf } from '@tongda/contract/core/keys';
import { memberPayType, type PayChannel } from '@tongda/contract/trade/member/enums';
import type { Config } from '../../../../config';
import { StartupError } from '../../../../core/pg/startup-error';
import { type AlipayMerchant, alipay } from './alipay';
import { type OnlineProvider, sendOverNetwork } from './shape';
import type { PaySimulator } from './simulator';
import { type WechatMerchant, wechatPay } from './wechat';

/** The ways of paying online that this installation offers. */
export interface Payments {
  providers: ReadonlyMap<PayChannel, OnlineProvider>;
  /** takes the place of providers that are not set up; null outside of test mode */
  simulator: PaySimulator | null;
  /** channels that move no money */
  simulated: ReadonlySet<PayChannel>;
  /** memberPayType: bank transfer always, and first, as companies usually pay so */
  payTypes: Array<(typeof memberPayType.codes)[number]>;
}

type Settings = Pick<
  Config,
  | 'PUBLIC_URL'
  | 'WECHAT_APP_ID'
  | 'WECHAT_PAY_MCH_ID'
  | 'WECHAT_PAY_SERIAL_NO'
  | 'WECHAT_PAY_KEY_FILE'
  | 'WECHAT_PAY_API_KEY'
  | 'WECHAT_PAY_PUBLIC_KEY_FILE'
  | 'WECHAT_PAY_PUBLIC_KEY_ID'
  | 'WECHAT_PAY_URL'
  | 'ALIPAY_APP_ID'
  | 'ALIPAY_KEY_FILE'
  | 'ALIPAY_PUBLIC_KEY_FILE'
  | 'ALIPAY_URL'
>;

/** The providers of the settings; those that are missing are simulated where a simulator is given. */
export function makePayments(config: Settings, simulator: PaySimulator | null): Payments {
  const wechat = wechatMerchant(config);
  const own = alipayMerchant(config);
  if ((wechat || own) && !config.PUBLIC_URL)
    throw new StartupError('设置有误：线上支付还需要 PUBLIC_URL，支付结果通知发往该地址');
  const providers = new Map<PayChannel, OnlineProvider>();
  const simulated = new Set<PayChannel>();
  if (wechat) providers.set('wechat', wechatPay(wechat, sendOverNetwork));
  if (own) providers.set('alipay', alipay(own, sendOverNetwork));
  if (simulator) {
    // keys of the simulator are made when somebody pays
    if (!wechat) providers.set('wechat', lazyProvider(simulator, 'wechat'));
    if (!own) providers.set('alipay', lazyProvider(simulator, 'alipay'));
    for (const channel of providers.keys()) if (channel === 'wechat' ? !wechat : !own) simulated.add(channel);
  }
  return {
    providers,
    simulator,
    simulated,
    payTypes: [memberPayType.offline, ...(providers.size > 0 ? [memberPayType.online] : [])],
  };
}

/** A simulated provider; it is made, keys and all, by the first call. */
function lazyProvider(simulator: PaySimulator, channel: PayChannel): OnlineProvider {
  let made: OnlineProvider | null = null;
  const get = (): OnlineProvider => {
    const { wechat, alipay: own } = simulator.merchants;
    made ??= channel === 'wechat' ? wechatPay(wechat, simulator.send) : alipay(own, simulator.send);
    return made;
  };
  return {
    channel,
    create: (order) => get().create(order),
    query: (tradeNo) => get().query(tradeNo),
    close: (tradeNo) => get().close(tradeNo),
    refund: (of) => get().refund(of),
    read: (message) => get().read(message),
    get taken() {
      return get().taken;
    },
    get refused() {
      return get().refused;
    },
  };
}

/** All of these settings or none; which one is missing is said at the start. */
function complete(settings: Readonly<Record<string, string>>): boolean {
  const missing = keysOf(settings).filter((name) => settings[name] === '');
  if (missing.length === Object.keys(settings).length) return false;
  if (missing.length > 0) throw new StartupError(`设置有误：还缺少 ${missing.join('、')}`);
  return true;
}

function keyFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new StartupError(`设置有误：${name} 的文件无法读取`);
  }
}

function wechatMerchant(config: Settings): WechatMerchant | null {
  const { WECHAT_PAY_MCH_ID, WECHAT_PAY_SERIAL_NO, WECHAT_PAY_KEY_FILE, WECHAT_PAY_API_KEY } = config;
  const { WECHAT_PAY_PUBLIC_KEY_FILE, WECHAT_PAY_PUBLIC_KEY_ID, WECHAT_APP_ID } = config;
  const own = { WECHAT_PAY_MCH_ID, WECHAT_PAY_SERIAL_NO, WECHAT_PAY_KEY_FILE, WECHAT_PAY_API_KEY };
  if (!complete({ ...own, WECHAT_PAY_PUBLIC_KEY_FILE, WECHAT_PAY_PUBLIC_KEY_ID })) return null;
  if (WECHAT_APP_ID === '') throw new StartupError('设置有误：微信支付还需要 WECHAT_APP_ID');
  if (Buffer.byteLength(WECHAT_PAY_API_KEY) !== 32) throw new StartupError('设置有误：WECHAT_PAY_API_KEY 应为32个字符');
  return {
    appId: WECHAT_APP_ID,
    mchId: WECHAT_PAY_MCH_ID,
    serialNo: WECHAT_PAY_SERIAL_NO,
    privateKey: createPrivateKey(keyFile('WECHAT_PAY_KEY_FILE', WECHAT_PAY_KEY_FILE)),
    v3Key: WECHAT_PAY_API_KEY,
    platformKey: createPublicKey(keyFile('WECHAT_PAY_PUBLIC_KEY_FILE', WECHAT_PAY_PUBLIC_KEY_FILE)),
    platformKeyId: WECHAT_PAY_PUBLIC_KEY_ID,
    url: config.WECHAT_PAY_URL.replace(/\/$/u, ''),
  };
}

function alipayMerchant(config: Settings): AlipayMerchant | null {
  const { ALIPAY_APP_ID, ALIPAY_KEY_FILE, ALIPAY_PUBLIC_KEY_FILE } = config;
  if (!complete({ ALIPAY_APP_ID, ALIPAY_KEY_FILE, ALIPAY_PUBLIC_KEY_FILE })) return null;
  return {
    appId: ALIPAY_APP_ID,
    privateKey: createPrivateKey(keyFile('ALIPAY_KEY_FILE', ALIPAY_KEY_FILE)),
    alipayKey: createPublicKey(keyFile('ALIPAY_PUBLIC_KEY_FILE', ALIPAY_PUBLIC_KEY_FILE)),
    url: config.ALIPAY_URL,
  };
}
