import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The sources of what runs for users, without tests, by path from the root. */
const sources = [
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/protocol/src',
  'packages/geo/src',
]
  .flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((name) => `${area}/${name}`),
  )
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** `path: match` of everything in the sources that a pattern finds and `good` does not excuse. */
const findAll = (pattern: RegExp, good: (match: string, path: string) => boolean = () => false): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].filter(([match]) => !good(match, path)).map(([match]) => `${path}: ${match}`),
  );

const onPage = (_match: string, path: string): boolean => path.startsWith('apps/web/');

it('the sources are looked at', () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(findAll(/createHash\('sha256'\)/gu).length).toBeGreaterThan(5);
});

it('nothing is hashed, signed or encrypted but by SHA-256, AES-256-GCM, Ed25519, RSA with SHA-256 (payment providers), PBKDF2, scrypt and argon2id', () => {
  const known = /'(?:sha256|aes-256-gcm)'$/u;
  expect(
    findAll(/\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)\([^,)]*/gu, (match) => known.test(match)),
  ).toEqual([]);
  expect(
    findAll(
      /\b(?:generateKeyPair|importJWK)\([^)]*\)/gu,
      (match) => match.includes('EdDSA') || match.includes('algorithm'),
    ),
  ).toEqual([]);
});

it('nothing on the server is drawn by a random function that can be foretold', () => {
  expect(findAll(/\bMath\.random\b/gu, onPage)).toEqual([]);
});

it('no text is ever run, and none is written into a page as HTML', () => {
  expect(
    findAll(
      /\beval\(|\bnew Function\(|\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\b|document\.write\(/gu,
    ),
  ).toEqual([]);
});

it('no call to another server follows a redirect', () => {
  const calls = sources
    .filter(({ path }) => path.startsWith('apps/server/'))
    .flatMap(({ path, text }) =>
      text
        .split(/\bfetch\(/u)
        .slice(1)
        .map((rest) => ({ path, call: rest.slice(0, 200) })),
    );
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.filter(({ call }) => !call.includes("redirect: 'error'")).map(({ path }) => path)).toEqual([]);
});

it('every shell is left alone: programs are started by their path, with a list of arguments', () => {
  expect(findAll(/\b(?:exec|execSync)\(\s*[`'"]|\bshell:\s*true/gu)).toEqual([]);
});

it('no certificate goes unchecked', () => {
  expect(findAll(/\brejectUnauthorized\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b|\binsecureHTTPParser\b/gu)).toEqual([]);
});

it('types of texts and XML name their character set', () => {
  // Fastify's own `type` adds it
  expect(findAll(/(?<!\.type\()'(?:text\/[a-z]+|application\/[\w.-]+\+xml)'/gu, onPage)).toEqual([]);
});
