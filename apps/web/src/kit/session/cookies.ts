const onHttps = (): boolean => location.protocol === 'https:';

/** A cookie's name in the browser. On https it begins with `__Host-`: another host of the domain can then neither read nor plant it. */
const nameFor = (name: string): string => (onHttps() ? `__Host-${name}` : name);

/** Reads a cookie of this origin; null when absent. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at) === nameFor(name)) return decodeURIComponent(pair.slice(at + 1));
  }
  return null;
}

/** Writes a cookie for the whole origin. `seconds` is its life time; `Secure` whenever the page itself is. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = onHttps() ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the browsers of our users
  document.cookie = `${nameFor(name)}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}

export function dropCookie(name: string): void {
  writeCookie(name, '', 0);
}
