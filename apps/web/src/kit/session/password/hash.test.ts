import { expect, test, vi } from 'vitest';
import { hashPassword } from './hash';

const salt = '00112233445566778899aabbccddeeff';
const vectors = [
  ['Demo@2026', 'e2b0d8fb6c26f0b84c3ed22b5f4c9470cd6a4c1ab4f74619aa5755b74ba58764'],
  ['abc123', 'b590e4436bf56122e248ecf0aaa5cc8b39b051053fd61fe8a27e4870919a90b2'],
] as const;

test.each(vectors)('the browser hashes %s as the server does', async (password, hash) => {
  await expect(hashPassword(password, salt)).resolves.toBe(hash);
});

test.each(vectors)('without crypto.subtle (plain http) %s gives the same', async (password, hash) => {
  vi.stubGlobal('crypto', {});
  await expect(hashPassword(password, salt)).resolves.toBe(hash);
  vi.unstubAllGlobals();
});

test('a full-width password is the same as its plain form', async () => {
  await expect(hashPassword('ａｂｃ１２３', salt)).resolves.toBe(vectors[1][1]);
});
