import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..', 'apps/web/src');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx$/u.test(name));
/** A plate that is all that an element shows, without its dot: `<td>{row.plateNo}</td>`, on one line or on three. */
const bare = /> *(?:\n *)?\{[a-zA-Z.]{0,40}plateNo\} *(?:\n *)?</u;
/** The tree of the map, the pickers and papers: there a plate stands as it is typed, so that it can be searched for (`dottedPlate` says so). */
const typed = [
  'modules/transport/print/temperature-paper.tsx',
  'modules/watch/location/tree/rows.tsx',
  'modules/watch/vehicle-group/vehicle-shuttle.tsx',
];

it('writes a plate with its dot in every cell and card', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => bare.test(readFileSync(join(web, file), 'utf8'))).sort()).toEqual(typed);
});
