import { type TokenAnswer, tokenLife } from '@tongda/contract/identity/session';
import { dropCookie, readCookie, writeCookie } from './cookies';

const accessName = 'td_access';
/** epoch ms after which the access token is renewed although it still lives */
const stampName = 'td_access_until';
const refreshName = 'td_refresh';
const superKey = 'td.super';

export const readAccess = (): string | null => readCookie(accessName);
export const readRefresh = (): string | null => readCookie(refreshName);

/** True while there is an access token that need not be renewed. */
export function accessIsFresh(): boolean {
  return readAccess() !== null && Date.now() < Number(readCookie(stampName) ?? 0);
}

/** Someone is logged in, or was at most 8 h ago. */
export const hasLogin = (): boolean => readAccess() !== null || readRefresh() !== null;

/**
 * Keeps a token answer: access 30 min with a stamp at 20 min, refresh 8 h. Cookies, because all windows of the browser are one
 * session. A super manager's own identity is kept beside them while he acts as somebody else.
 */
export function storeTokens(answer: TokenAnswer): void {
  writeCookie(accessName, answer.access_token, tokenLife.accessCookie);
  writeCookie(stampName, String(Date.now() + tokenLife.accessStamp * 1000), tokenLife.accessCookie);
  writeCookie(refreshName, answer.refresh_token, tokenLife.refreshCookie);
  if (answer.superManagerFlag === 1) {
    const { superClientId, superUserId, superUserName } = answer;
    localStorage.setItem(superKey, JSON.stringify({ superClientId, superUserId, superUserName }));
  } else localStorage.removeItem(superKey);
}

export function clearTokens(): void {
  dropCookie(accessName);
  dropCookie(stampName);
  dropCookie(refreshName);
  localStorage.removeItem(superKey);
}
