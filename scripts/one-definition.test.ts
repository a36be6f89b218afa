import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const server = 'apps/server/src';
/** Where the figures of transport are defined (docs/decisions/091). */
const home = join(server, 'modules/transport/figures');
const texts = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.ts$/u.test(name) && !/^(?:demo|core)\//u.test(name))
  .map((name) => join(server, name))
  .filter((file) => !file.startsWith(home))
  // shipments are goods of other systems, with bounds of their own
  .filter((file) => !file.includes('reports/customized/dispatch/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** A second definition of a figure, as it would stand in SQL. */
const copies = {
  'when something is late':
    /\b(?:signed_at|arrive_at|eta_at)\b[^,`\n]{0,20}[<>]=?[^,`\n]{0,40}\b(?:arrive_to|window_end|plan_arrive_at)\b/u,
  // the watch that writes it reads what the figures say
  'when a truck is expected': /(?:\b[a-z]+\.|')eta_at\b(?! is not null)/u,
  'what goods are too warm at': /live ?->>? ?'tempC'|\bo\.temp_m(?:in|ax)_c\b *[<>]|[<>]=? *o\.temp_m(?:in|ax)_c\b/u,
  'how far a trip drove': /total_mileage_m\s*-|-\s*[a-z]\.depart_mileage_m/u,
  'how long a truck may stand': /greatest\([a-z]\.start_time, *w\.actual_depart_at\)/u,
  'what sums leave out': /\bo\.split_flag *<> *(?:1|\$\{splitFlag\.parent)/u,
};
/** Of what may be done with an order, which is no sum. */
const rules = /stow\/(?:split-pool|pool)\.ts$|pick-up\/service\.ts$|receipt-order\/service\.ts$|order\/pick-up\.ts$/u;

it.each(Object.entries(copies))('%s is said in one place', (what, copy) => {
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.filter(
    ({ file, text }) => copy.test(text) && !(what === 'what sums leave out' && rules.test(file)),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
