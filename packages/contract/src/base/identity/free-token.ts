import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

/** Header of a free token: opens what somebody without an account may see (a survey, a share). */
export const freeTokenHeader = 'Open-Access-Token';

/** What a free token may be good for, and how long at most, in hours. */
export const freeTokenScopes = ['survey:answer', 'noposion:read', 'share:track'] as const;
export type FreeTokenScope = (typeof freeTokenScopes)[number];
export const freeTokenMaxH = 24;

export const openToken = endpoint({
  method: 'GET',
  path: '/api/base/open/tokenInfo',
  access: 'public',
  title: '免登录令牌（Open-Access-Token）的内容：企业、范围与到期时间',
  output: z.object({
    clientId: z.string(),
    clientName: z.string(),
    scope: z.enum(freeTokenScopes),
    /** epoch ms */
    expireAt: z.number().int(),
    /** who asks: the logged-in user when there is one (Bearer wins), otherwise null */
    userId: z.string().nullable(),
  }),
});
