import { sessionCookies, type TokenAnswer, tokenLife } from '@tongda/contract/base/identity/calls';
import { dropCookie, readCookie, writeCookie } from './cookies';

const { access, accessUntil, refreshUntil } = sessionCookies;
const superKey = 'td.super';
/** Who was logged in, kept for pages that open without a network. */
export const keptSessionKey = 'td.kept';

export const readAccess = (): string | null => readCookie(access);

/** Whether the browser holds a refresh token. The token itself is the server's cookie and no script's business. */
export const mayRefresh = (): boolean => Date.now() < Number(readCookie(refreshUntil) ?? 0);

/** True while there is an access token that need not be renewed. */
export function accessIsFresh(): boolean {
  return readAccess() !== null && Date.now() < Number(readCookie(accessUntil) ?? 0);
}

/** Someone is logged in, or was at most 8 h ago. */
export const hasLogin = (): boolean => readAccess() !== null || mayRefresh();

/**
 * Keeps a token answer: access 30 min with a stamp at 20 min, and until when it may be renewed (8 h). Cookies, because all windows of the
 * browser are one session. A super manager's own identity is kept beside them, the server wants to hear it at every refresh.
 */
export function storeTokens(answer: TokenAnswer): void {
  const now = Date.now();
  // A session near its end has shorter ones.
  const stamp = Math.min(tokenLife.accessStamp, Math.floor((answer.expires_in * 2) / 3));
  writeCookie(access, answer.access_token, answer.expires_in);
  writeCookie(accessUntil, String(now + stamp * 1000), answer.expires_in);
  writeCookie(refreshUntil, String(now + answer.refresh_expires_in * 1000), answer.refresh_expires_in);
  if (answer.superManagerFlag === 1) {
    const { superClientId, superUserId, superUserName } = answer;
    localStorage.setItem(superKey, JSON.stringify({ superClientId, superUserId, superUserName }));
  } else localStorage.removeItem(superKey);
}

export function clearTokens(): void {
  for (const name of [access, accessUntil, refreshUntil]) dropCookie(name);
  localStorage.removeItem(superKey);
  localStorage.removeItem(keptSessionKey);
}

/** The super manager's fields that travel with a refresh; nothing for everybody else. */
export function superFields(): Record<string, string> {
  try {
    const kept: Record<string, unknown> = JSON.parse(localStorage.getItem(superKey) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept).filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
  } catch {
    return {};
  }
}
