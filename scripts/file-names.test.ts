import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Every source file of apps and packages, as paths from the root. */
const files = ['apps', 'packages'].flatMap((area) =>
  readdirSync(join(root, area)).flatMap((room) => {
    const src = join(area, room, 'src');
    return existsSync(join(root, src))
      ? readdirSync(join(root, src), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(?:tsx?|css)$/u.test(name))
          .map((name) => `${src}/${name}`)
      : [];
  }),
);

/** The folder below `src` that a file's own name says again: `waybill/waybill-state.ts`. */
function repeatedFolder(path: string): string | undefined {
  const [name = '', ...folders] = path.split('/').reverse();
  const words = `-${name.split('.')[0]}-`;
  return folders.slice(0, folders.indexOf('src')).find((folder) => words.includes(`-${folder}-`));
}

it('finds names that repeat a folder, whole words only', () => {
  expect(repeatedFolder('apps/server/src/modules/transport/waybill/waybill-state.ts')).toBe('waybill');
  expect(repeatedFolder('apps/server/src/modules/company/user/first-company.test.ts')).toBe('company');
  expect(repeatedFolder('apps/server/src/modules/transport/pick-up/use-pick-up.ts')).toBe('pick-up');
  expect(repeatedFolder('apps/server/src/gateway/server.ts')).toBeUndefined();
  expect(repeatedFolder('apps/web/src/kit/list/listing.ts')).toBeUndefined();
});

it('no file says again what its folders say', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter(repeatedFolder)).toEqual([]);
});
