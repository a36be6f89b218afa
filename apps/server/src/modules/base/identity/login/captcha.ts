import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import svgCaptcha from 'svg-captcha';

const expireSec = 120;
const open = new LRUCache<string, string>({ max: 10_000, ttl: expireSec * 1000 });

/** Makes a picture of four characters; the key is good for one try within two minutes. */
export function newCaptcha(): { captchaKey: string; image: string; expireIn: number } {
  const { data, text } = svgCaptcha.create({
    size: 4,
    noise: 2,
    width: 108,
    height: 40,
    ignoreChars: '0oO1ilI',
    background: '#f3f4f7',
  });
  const captchaKey = randomBytes(12).toString('hex');
  open.set(captchaKey, text.toLowerCase());
  return {
    captchaKey,
    image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`,
    expireIn: expireSec,
  };
}

/** Uses the key up; true when the characters match (case does not matter). */
export function solveCaptcha(key: string | undefined, code: string | undefined): boolean {
  if (!key) return false;
  const expected = open.get(key);
  open.delete(key);
  return expected !== undefined && expected === (code ?? '').trim().toLowerCase();
}

/** What the picture of `key` says; for tests only, which cannot read pictures. */
export const captchaText = (key: string): string | undefined => open.get(key);
