import { signedHeaders } from '@tongda/contract/company/openapi/signature';
import { AddressRefused, networkWords, type Outbound, webhookSign } from '../../../../core/notify/outbound';
import { jsonOf } from './json';
import { type Item, type Link, LinkFailure, type LinkTarget } from './shape';

/** Answers that say nothing against what was told: the other side is to be asked again. */
const mayPass = (status: number): boolean =>
  status >= 500 || [401, 403, 404, 408, 425, 429].includes(status) || (status >= 300 && status < 400);

function refusalWords(status: number): string {
  if (status === 401 || status === 403) return `对方拒绝访问（HTTP ${status}），请检查账号和密钥`;
  if (status === 404) return '对方没有这个地址（HTTP 404），请检查地址';
  if (status === 429) return '对方限流（HTTP 429）';
  if (status >= 300 && status < 400) return `地址已转移（HTTP ${status}），请改用新地址`;
  return status >= 500 ? `对方服务异常（HTTP ${status}）` : `对方不接收这条数据（HTTP ${status}）`;
}

/**
 * POST of `{ items: […] }`; any 2xx answer means that all of them were taken. With an account it is HTTP Basic, with a key alone the body is signed as those of
 * webhooks are (docs/decisions/021). What a program subscribes to is signed in the same way with its secret, and with the former one as well while that is good, so that
 * the program changes its secret when it likes (docs/open-interfaces.md).
 */
export function httpLink(net: Outbound, target: LinkTarget, now: () => number): Link {
  const { address, account, secret, app, shifted } = target;
  const post = async (items: readonly Item[]): Promise<number> => {
    const at = now();
    const seconds = Math.floor(at / 1000);
    const body = JSON.stringify({
      sentAt: new Date(at).toISOString(),
      coordinates: shifted ? 'GCJ02' : 'WGS84',
      items: items.map((item) => jsonOf(item, shifted)),
    });
    const headers: Record<string, string> = { 'x-tongda-timestamp': String(seconds) };
    if (app) {
      headers[signedHeaders.appKey.toLowerCase()] = app.appKey;
      const [current, former] = app.secrets
        .filter(({ until }) => until > at)
        .map((one) => webhookSign(one.secret, seconds, body));
      if (current) headers['x-tongda-signature'] = current;
      if (former) headers['x-tongda-signature-former'] = former;
    } else if (account) headers.authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;
    else if (secret) headers['x-tongda-signature'] = webhookSign(secret, seconds, body);
    const { status } = await net.post(address, body, headers).catch((error: unknown) => {
      throw new LinkFailure('retry', error instanceof AddressRefused ? error.message : networkWords(error));
    });
    if (status >= 200 && status < 300) return status;
    throw new LinkFailure(mayPass(status) ? 'retry' : 'refused', refusalWords(status), status);
  };
  return { send: post, probe: async () => void (await post([])), close: async () => undefined };
}
