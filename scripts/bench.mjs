import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { checkNode, install, root, run } from './lib.mjs';

// npm run bench [name …]: runs the benchmarks whose file names contain one of the names, or all of them. Each file is one benchmark.
checkNode();
await install();
await build();
const wanted = process.argv.slice(2);
const files = readdirSync(join(root, 'bench')).filter(
  (name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((w) => name.includes(w))),
);
let failed = 0;
for (const file of files.sort()) {
  console.log(`\n== ${file.replace('.bench.ts', '')}`);
  // with the same young generation as the server of `npm start`
  if (run(process.execPath, ['--max-semi-space-size=64', '--import', 'tsx', join('bench', file)]) !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
