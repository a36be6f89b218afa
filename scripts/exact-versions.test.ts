import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => join(folder, name)),
);
const files = ['.', ...workspaces].map((folder) => join(folder, 'package.json'));
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
type Manifest = Partial<Record<(typeof kinds)[number], Record<string, string>>>;

test('every dependency has its exact version, so that a fresh clone installs what was tested', () => {
  const loose = files.flatMap((file) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return kinds.flatMap((kind) =>
      Object.entries(manifest[kind] ?? {})
        .filter(([name]) => !name.startsWith('@tongda/'))
        .filter(([, version]) => !/^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`),
    );
  });
  expect(files.length).toBeGreaterThan(6);
  expect(loose).toEqual([]);
});
