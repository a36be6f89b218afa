import { bin, checkNode, install, run } from './lib.mjs';

// npm run chaos: the long forms of the crash tests (200 kills, a minute without PostgreSQL, a disk that fills up ten times) and of two property tests
// that need a database (hundreds of days whose reports arrive in any order, hundreds of stowed and split orders). Takes an hour or more.
const properties = ['any-order.property.test.ts', 'waybill/stow/reconcile.test.ts'];
checkNode();
await install();
process.exit(
  run(
    bin('vitest'),
    ['run', '--testTimeout=7200000', '--no-file-parallelism', 'apps/server/test/crash/', ...properties],
    {
      env: { ...process.env, CHAOS: '1' },
    },
  ),
);
