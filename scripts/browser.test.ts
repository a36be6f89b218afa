import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findProgram } from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tongda-path-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds a program on the path without the help of `which`, and takes neither folders nor plain files for one', () => {
  mkdirSync(join(folder, 'a/some-browser'), { recursive: true });
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b/some-browser'), '');
  const path = [join(folder, 'a'), join(folder, 'b')].join(delimiter);
  expect(findProgram('some-browser', path)).toBe(null);
  chmodSync(join(folder, 'b/some-browser'), 0o755);
  expect(findProgram('some-browser', path)).toBe(join(folder, 'b/some-browser'));
});
