import { clearTokens } from './tokens';

export const loginPath = '/community/login';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('td.auth');

/** Return address that stays on this origin: a path, never `//host`, a scheme or a back slash. */
export function safeReturn(target: string | null): string | null {
  if (!target?.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null;
  try {
    const url = new URL(target, location.origin);
    if (url.origin !== location.origin || url.pathname === loginPath) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** Loads a page anew instead of routing to it, so that nothing of the old session stays in memory. Tests replace it. */
export const navigation = { assign: (url: string): void => location.assign(url) };

/** Set in a browser that was let in by a pairing code: it has no keyboard, so it goes back to the page with the code. */
const screenKey = 'td.screen';
const screenLoginPath = '/community/tvlogin';
/** Remembers that this browser is a screen on the wall and what it opens; null: it is none. */
export function rememberScreen(start: string | null): void {
  if (start !== null) localStorage.setItem(screenKey, start);
  else localStorage.removeItem(screenKey);
}
/** What the screen opens when it is let in, or switched on again. */
export const screenStart = (): string => safeReturn(localStorage.getItem(screenKey)) ?? '/community';

interface Leaving {
  /** all windows of the browser follow */
  tellOthers?: boolean;
  /** what the login page says about it */
  why?: 'passwordChanged';
}

/** Ends the session in this window: tokens away, to the login page with the way back. */
export function goToLogin({ tellOthers = true, why }: Leaving = {}): void {
  clearTokens();
  if (tellOthers) announceLogout();
  if (localStorage.getItem(screenKey) !== null) {
    navigation.assign(screenLoginPath);
    return;
  }
  const here = location.pathname + location.search;
  const back = safeReturn(here);
  const words = new URLSearchParams({
    ...(back && here !== '/' ? { redirect: back } : {}),
    ...(why ? { why } : {}),
  }).toString();
  navigation.assign(words === '' ? loginPath : `${loginPath}?${words}`);
}

/** Another window left, or logged in as somebody else: this one follows. Returns the unsubscriber. */
export function watchOtherWindows(onChange: (what: 'left' | 'entered') => void): () => void {
  const listen = (event: MessageEvent<'left' | 'entered'>): void => onChange(event.data);
  channel?.addEventListener('message', listen);
  return () => channel?.removeEventListener('message', listen);
}
/** Tells the other windows of the browser that the session has ended. */
export function announceLogout(): void {
  channel?.postMessage('left');
}
/** Tells the other windows of the browser that somebody has logged in. */
export function announceLogin(): void {
  channel?.postMessage('entered');
}
