import { afterEach, expect, it, vi } from 'vitest';

// a copy of the module that no other test has touched
const untouched = async () => {
  vi.resetModules();
  return import('./hash');
};
afterEach(() => vi.unstubAllEnvs());

it('stores with the parameters that OWASP asks for', async () => {
  const { hashForStore, hashPassword } = await untouched();
  const asked = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u;
  expect(await hashForStore('0'.repeat(64))).toMatch(asked);
  expect(await hashPassword('Test@2026', 'salt')).toMatch(asked);
});

it('cannot be told to hash cheaply outside of a test run, whatever the settings say', async () => {
  const { hashCheaply, hashForStore } = await untouched();
  vi.stubEnv('VITEST', undefined);
  expect(hashCheaply).toThrow('in tests only');
  expect(await hashForStore('0'.repeat(64))).toContain('$m=19456,t=2,p=1$');
});

it('knows a password again that was stored cheaply, and refuses another', async () => {
  const { checkPassword, hashCheaply, hashForStore } = await untouched();
  hashCheaply();
  const stored = await hashForStore('a'.repeat(64));
  expect(stored).toContain('$m=8,t=1,p=1$');
  expect(await checkPassword('a'.repeat(64), stored)).toBe(true);
  expect(await checkPassword('b'.repeat(64), stored)).toBe(false);
});
