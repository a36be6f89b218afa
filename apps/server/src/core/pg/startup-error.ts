import { errorCode } from '../run/error-code';
/** The program cannot start and a person must do something: the message says what in one Chinese sentence. main.ts prints it and ends with code 1. */
export class StartupError extends Error {
  override name = 'StartupError';
}

const byCode: Record<string, string> = {
  EROFS: '所在磁盘是只读的',
  EACCES: '没有写入权限',
  EPERM: '没有写入权限',
  ENOSPC: '所在磁盘已满',
  EDQUOT: '磁盘配额已用完',
  ENOTDIR: '路径中有一段不是文件夹',
  EEXIST: '路径中有一段不是文件夹',
};

const byWords: Array<[RegExp, string]> = [
  [/No space left/u, '所在磁盘已满'],
  [/quota exceeded/iu, '磁盘配额已用完'],
  [/Read-only file system/u, '所在磁盘是只读的'],
  [/Permission denied|wrong ownership/u, '没有读写权限'],
];

const dataFolderUnusable = (path: string, reason: string): StartupError =>
  new StartupError(`数据目录 ${path} 无法使用：${reason}。请更换 DATA_DIR 或处理后重新启动。`);

/** Throws a file-system error on `path` as a StartupError, and any other error as it is. */
export function throwFileFault(error: unknown, path: string): never {
  const reason = byCode[errorCode(error)];
  throw reason ? dataFolderUnusable(path, reason) : error;
}

/** What Node and the loader say when a program or a library that it needs is not there. */
const missesParts = (words: string): boolean =>
  (words.includes('spawn ') && words.includes('ENOENT')) || /cannot open shared object|GLIBC/u.test(words);

/** The StartupError for a message of PostgreSQL; `what` begins the sentence when the message is not a known one. */
export function serverFaultOf(words: string, path: string, what: string): StartupError {
  const known = byWords.find(([pattern]) => pattern.test(words));
  if (known) return dataFolderUnusable(path, known[1]);
  if (missesParts(words))
    return new StartupError(
      `${what}：本机系统缺少它需要的库（例如 Alpine 没有 glibc）。请用 DATABASE_URL 指定自己的 PostgreSQL。`,
    );
  const lines = words.split('\n').filter((line) => line.trim());
  const line = lines.findLast((text) => /FATAL|PANIC|ERROR|could not|error:/u.test(text)) ?? lines.at(-1);
  return new StartupError(`${what}：${line?.trim() ?? '原因不明'}`);
}
