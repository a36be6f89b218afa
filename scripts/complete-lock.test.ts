import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingPlatforms } from './complete-lock.mjs';

interface Lock {
  packages: Record<
    string,
    {
      version?: string;
      resolved?: string;
      link?: boolean;
      os?: string[];
      cpu?: string[];
      dev?: boolean;
      optionalDependencies?: Record<string, string>;
    }
  >;
}
// npm wrote it
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock;

it('the lock holds every platform’s packages, so that npm ci takes it on every machine', () => {
  expect(Object.keys(missingPlatforms(lock))).toEqual([]);
});

it('a package that is missing is written with its system and processor', () => {
  const owner = {
    version: '2.0.0',
    dev: true,
    optionalDependencies: { '@x/cli-darwin-arm64': '2.0.0', '@x/cli-linux-x64': '2.0.0' },
  };
  const small: Lock = { packages: { 'node_modules/x': owner, 'node_modules/@x/cli-linux-x64': { version: '2.0.0' } } };
  expect(missingPlatforms(small)).toEqual({
    'node_modules/@x/cli-darwin-arm64': { version: '2.0.0', cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] },
  });
});

it('the lock names no registry: everybody installs from his own', () => {
  const addresses = Object.entries(lock.packages).filter(([, entry]) => entry.resolved && !entry.link);
  expect(addresses).toEqual([]);
});
