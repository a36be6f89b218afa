import { bin, checkNode, install, run } from './lib.mjs';

// npm run chaos: the long forms of the crash tests (200 kills, a minute without PostgreSQL, a disk that fills up ten times). An hour or more.
checkNode();
await install();
process.exit(
  run(bin('vitest'), ['run', '--testTimeout=7200000', '--no-file-parallelism', 'apps/server/test/crash-'], {
    env: { ...process.env, CHAOS: '1' },
  }),
);
