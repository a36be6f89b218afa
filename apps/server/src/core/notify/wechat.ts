import { z } from 'zod';
import type { Config } from '../../config';
import { blockedByRule } from '../http/errors';

/** What logins need of WeChat: who scanned the code, as an id within our app. */
export interface WechatProvider {
  /** page of WeChat that asks the person and comes back to `returnTo` with `code` and `state` in its query */
  authorizeUrl(returnTo: string, state: string): string;
  /** the person's id (openid) for that code, which is good once; rejects with a sentence for the person */
  openIdOf(code: string): Promise<string>;
}

/** The provider of the settings; null when WeChat is not set up, and then it is shown nowhere. */
export function wechatOf(config: Config): WechatProvider | null {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret, WECHAT_OPEN_URL: open, WECHAT_API_URL: api } = config;
  return appId && secret ? httpWechat({ appId, secret, open, api }) : null;
}

interface Account {
  appId: string;
  secret: string;
  open: string;
  api: string;
}

const timeoutMs = 10_000;
const wechatRefused = (): Error => blockedByRule('微信授权失败或已过期，请重新扫码');
const answer = z.union([z.object({ openid: z.string().min(1).max(128) }), z.object({ errcode: z.number() })]);

/**
 * OAuth 2 of an official account (公众号): https://open.weixin.qq.com/connect/oauth2/authorize with scope snsapi_base, then
 * https://api.weixin.qq.com/sns/oauth2/access_token. Nothing but the openid is read; WeChat's tokens are not kept.
 */
export function httpWechat({ appId, secret, open, api }: Account): WechatProvider {
  return {
    authorizeUrl: (returnTo, state) => {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: returnTo,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      });
      return `${withoutSlash(open)}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },
    openIdOf: async (code) => {
      const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
      const url = `${withoutSlash(api)}/sns/oauth2/access_token?${query}`;
      // the address contains secret and code, so an error is reported without it
      const read = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
        .then((response) => response.json())
        .catch(() => null);
      const parsed = answer.safeParse(read);
      if (!parsed.success || !('openid' in parsed.data)) throw wechatRefused();
      return parsed.data.openid;
    },
  };
}

const withoutSlash = (url: string): string => url.replace(/\/$/u, '');
