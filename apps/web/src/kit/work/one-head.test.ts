import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const classIn = (file: string, element: RegExp): string =>
  element.exec(readFileSync(join(import.meta.dirname, file), 'utf8'))?.[1] ?? '';

/** Classes of the head and the foot of a page, as the components here write them. */
const head = classIn('frame.tsx', /: '([\w-]+)'\}>\s*\{back/u);
const foot = classIn('bar.tsx', /<footer className="([\w-]+)">/u);

test('head and foot of a page are drawn here and nowhere else', () => {
  expect(head).not.toBe('');
  expect(foot).not.toBe('');
  const byHand = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.startsWith(join('kit', 'work')))
    .filter((path) => {
      const words = readFileSync(join(src, path), 'utf8').split(/[^\w-]+/u);
      return words.includes(head) || words.includes(foot);
    });
  expect(byHand).toEqual([]);
});
