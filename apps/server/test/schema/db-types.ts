import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js');
const file = join(import.meta.dirname, '../../src/core/generated/db-types.ts');

/** Writes src/core/generated/db-types.ts from a migrated database, or only says whether it fits (`verify`). Answers what the generator said, '' when all is well. */
export function dbTypes(url: string, verify: boolean): string {
  const args = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--date-parser=string',
    '--exclude-pattern={schema_migration,position_[0-9]*,position_other,position_hour_*}',
    '--log-level=error',
    ...(verify ? ['--verify'] : []),
  ];
  const done = spawnSync(process.execPath, [codegen, ...args], { encoding: 'utf8' });
  return done.status === 0 ? '' : `${done.stdout}${done.stderr}`;
}
