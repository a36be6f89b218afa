/** The program cannot start and a person must do something: the message says what, in one Chinese sentence. main.ts prints it and ends with code 1. */
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
};

/** Turns a file-system failure on `path` into a StartupError; anything else is thrown as it is. */
export function fileFault(error: unknown, path: string): never {
  const reason = byCode[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason) throw new StartupError(`数据目录 ${path} 无法使用：${reason}。请更换 DATA_DIR 或处理后重新启动。`);
  throw error;
}
