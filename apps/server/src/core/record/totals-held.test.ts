import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Pages whose rows are not counted by a query of their own, or of which nobody has more than a few: file and reason. */
const uncounted: Readonly<Record<string, string>> = {
  'modules/watch/track/rows.ts': 'the points are in memory',
  'modules/rules/push/routes.ts': 'the counts of its tabs are asked for anyhow',
  'modules/resources/vehicle/repair/repo.ts': 'counted with the rows',
  'modules/resources/item-profile/repo.ts': 'counted with the rows',
  'modules/resources/card/write/writers.ts': 'card writers of a company',
  'modules/base/system-apply/service.ts': 'requests that the staff read, a few a day',
  'modules/base/message/announce.ts': 'announcements of a company',
  'core/record/recycle.ts': 'what was deleted in thirty days, and written whenever the page changes',
  'core/import/undo.ts': 'imports of a company',
};

it('a list that has pages keeps its total while they are turned', () => {
  const uncovered = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      // what a file writes once for its lists is counted where they use it
      const once = /const offsetOf = .*page - 1\) \*/u.test(source) ? 1 : 0;
      const spread = source.match(/\.\.\.offsetOf\(/gu)?.length ?? 0;
      const pages = (source.match(/page - 1\) \*/gu)?.length ?? 0) - once + spread;
      const held = source.match(/\bhold(?:Total)?\(/gu)?.length ?? 0;
      return pages > held ? [file.replaceAll('\\', '/')] : [];
    });
  expect(uncovered.sort()).toEqual(Object.keys(uncounted).sort());
});
