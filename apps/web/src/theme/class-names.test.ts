import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
/** `modules/vehicle`, `kit`, `shell`: who may give a class its looks. */
const ownerOf = (file: string): string => (/^modules.[^/\\]+/u.exec(file) ?? /^[^/\\]+/u.exec(file) ?? [''])[0];

test('a class is given its looks by one owner, because every style that was loaded once stays', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))) {
    const css = readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\//gu, '');
    for (const [, selectors = ''] of css.matchAll(/([^{}]+)\{/gu))
      for (const selector of selectors.split(',').map((text) => text.trim()))
        if (/^\.[a-z][\w-]+$/u.test(selector))
          owners.set(selector, (owners.get(selector) ?? new Set()).add(ownerOf(file)));
  }
  expect(owners.size).toBeGreaterThan(300);
  const shared = [...owners].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by].join(', ')}`);
  expect(shared).toEqual([]);
});
