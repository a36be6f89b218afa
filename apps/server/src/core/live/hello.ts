import type { LiveHello } from '@tongda/contract/core/live';
import { AppError } from '../http/errors';

export const loginAgain = '登录已过期，请重新登录';

/** What a page says first: its token, and whether it wants vehicles. Throws AppError 401 for anything else. */
export function parseHello(payload: string): LiveHello {
  try {
    const hello: unknown = JSON.parse(payload);
    if (typeof hello === 'object' && hello !== null && 'token' in hello && typeof hello.token === 'string') {
      return { token: hello.token, vehicles: !('vehicles' in hello) || hello.vehicles !== false };
    }
  } catch {
    // falls through to the same answer
  }
  throw new AppError(401, loginAgain, null, 401);
}
