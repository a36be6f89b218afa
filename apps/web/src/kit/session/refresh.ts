import { phoneClient, token, tokenLife, webClient } from '@tongda/contract/base/identity/calls';
import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { ApiError, transport } from '../call/api-error';
import { noteReach } from '../call/reach';
import { accessIsFresh, mayRefresh, readAccess, storeTokens, superFields } from './tokens';

const guardKey = 'td.refreshGuard';
const lockName = 'td-refresh';
const maxWaits = 10;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isGuardAlive = (): boolean => {
  const since = Date.now() - Number(localStorage.getItem(guardKey) ?? 0);
  return since >= 0 && since < tokenLife.refreshGuard * 1000;
};

/** The refresh token was refused, or there is none: only a new login helps. */
export const loggedOutError = (): ApiError =>
  new ApiError(transport.loggedOut, message('session.idle'), [], null, true);

let running: Promise<void> | null = null;

/**
 * Gets a new pair of tokens unless somebody did meanwhile. `stale` is the access token that was refused or grew old.
 * One refresh at a time in this window (callers share it) and one per 5 s in the browser: a guard in localStorage and a Web Lock keep
 * the other windows out; they wait 1 s and look again, 10 times at most. Throws ApiError 401 when only a login helps: the server refused the refresh token, or there is
 * none. A server that is slow or away ends no session, whichever window waits for it.
 */
export function renewTokens(stale: string | null): Promise<void> {
  running ??= renewOnce(stale).finally(() => {
    running = null;
  });
  return running;
}

async function renewOnce(stale: string | null): Promise<void> {
  for (let waits = 0; waits <= maxWaits; waits++) {
    const current = readAccess();
    if (current !== null && current !== stale && accessIsFresh()) return;
    if (!mayRefresh()) throw loggedOutError();
    if (!isGuardAlive() && (await withRefreshLock(() => exchangeUnlessReplaced(current)))) return;
    await sleep(tokenLife.refreshWait * 1000);
  }
  throw new ApiError(transport.timeout, message('http.504'));
}

/** A refusal says nothing when somebody has logged in anew in another window meanwhile: the tokens that are there now were not refused. */
async function exchangeUnlessReplaced(before: string | null): Promise<void> {
  try {
    await exchangeToken();
  } catch (error) {
    const now = readAccess();
    if (now === null || now === before || !accessIsFresh()) throw error;
  }
}

/** Runs `work` when no other window holds the lock; false when one does. Without Web Locks the guard alone must do. */
async function withRefreshLock(work: () => Promise<void>): Promise<boolean> {
  const enter = async (): Promise<boolean> => {
    // Another window may have set the guard between our look and the lock.
    if (isGuardAlive()) return false;
    localStorage.setItem(guardKey, String(Date.now()));
    await work();
    return true;
  };
  if (!navigator.locks) return enter();
  return navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? enter() : false));
}

async function exchangeToken(): Promise<void> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    clientId: oauthClient().id,
    client_secret: oauthClient().secret,
    // The token itself travels in the server's own cookie.
    refresh_token: '',
    loginWarehouse: '',
    ...superFields(),
  });
  let body: unknown;
  try {
    const answer = await fetch(token.path, {
      method: 'POST',
      headers: { Authorization: basicAuth() },
      body: form,
      signal: AbortSignal.timeout(constants.request.timeoutMs),
    });
    noteReach(answer.status);
    body = await answer.json();
  } catch {
    noteReach(null);
    throw new ApiError(transport.offline, message('http.503'));
  }
  // both fields are looked at before they are used
  const envelope = body as { code?: number; data?: unknown };
  if (envelope.code !== codes.ok) {
    if (envelope.code === codes.refreshRejected) throw loggedOutError();
    throw new ApiError(transport.server, message('http.503'));
  }
  storeTokens(token.output.parse(envelope.data));
}

/** Which program this browser is: a phone's session and that of a desk do not end each other. */
export const oauthClient = (): typeof webClient | typeof phoneClient =>
  /Mobile|Android|iPhone|HarmonyOS/u.test(navigator.userAgent) ? phoneClient : webClient;

/** `Authorization` of the browser's OAuth client: the secret is public and grants nothing. */
export const basicAuth = (): string => `Basic ${btoa(`${oauthClient().id}:${oauthClient().secret}`)}`;
