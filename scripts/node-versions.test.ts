import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suitsNode } from './lib.mjs';

const { engines, devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.12.0', false],
  ['22.13.0', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['26.10.0', true],
])('Node.js %s is taken: %s', (version, taken) => expect(suitsNode(version)).toBe(taken));

test('package.json says the same, and types are those of the oldest one, so that nothing newer is used by mistake', () => {
  expect(engines.node).toBe('^20.19 || ^22.13 || >=24');
  expect(devDependencies['@types/node']).toMatch(/^20\./u);
});
