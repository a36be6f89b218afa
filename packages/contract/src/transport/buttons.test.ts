import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buttons } from '../shell/rights';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/architecture/transport-buttons.md'), 'utf8');
/** What follows the menu in a right: `customerOrder/add` of `orderManage/customerOrder/add`. */
const shortOf = (path: string): string => path.split('/').slice(-2).join('/');
const rights = new Set(buttons.map(({ path }) => shortOf(path)));

/** `customerOrder/add` `edit` → both with their list; a name without a list belongs to the list before it. */
function namesIn(cell: string): string[] {
  let list = '';
  return [...cell.matchAll(/`([A-Za-z/]+)`/gu)].map(([, name = '']) => {
    const parts = name.split('/');
    if (parts.length > 1) list = parts.slice(-2, -1).join();
    return `${list}/${parts.at(-1)}`;
  });
}
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, 3))
  .map(([entry = '', here = '']) => ({ entry, here }));

test('what the page of buttons calls a right is one', () => {
  const claimed = rows.flatMap(({ entry, here }) => [
    ...(here.includes('rights of the same name') ? namesIn(entry) : []),
    ...namesIn(here).filter((name) => !name.startsWith('/')),
  ]);
  expect(claimed.filter((name) => !rights.has(name))).toEqual([]);
});

test('every right of orders, waybills and tracking stands on it', () => {
  const named = new Set(rows.flatMap(({ entry, here }) => [...namesIn(entry), ...namesIn(here)]));
  const own = buttons.filter(({ path }) => /^(?:orderManage|waybillManage|businessTracking)\//u.test(path));
  expect(own.map(({ path }) => shortOf(path)).filter((name) => !named.has(name))).toEqual([]);
});
