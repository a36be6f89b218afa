import { resolve } from 'node:path';
import { readConfig } from '../config';
import { StartupError } from '../core/pg/startup-error';
import { backUp } from './backup';
import { examineInstallation } from './doctor';
import { runKeys } from './keys';
import { type Restored, restoreBackup, verifyBackup } from './restore';
import { runVerify } from './verify';

/** The command line of `npm run backup`, `npm run restore`, `npm run doctor`, `npm run keys` and `npm run verify`. Ends with code 0, or 1 and a Chinese sentence. */
const [command = '', ...rest] = process.argv.slice(2);
const flags = new Set(rest.filter((word) => word.startsWith('--')));
const [folder] = rest.filter((word) => !word.startsWith('--'));

const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
const restoredText = ({ tables, rows, packedHours, migration }: Restored): string =>
  `已通读 ${tables} 张表、${rows} 行记录和 ${packedHours} 个小时的压缩轨迹，数据库版本 ${migration}。`;

function ownDatabase(): void {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)
    throw new StartupError('设置了 DATABASE_URL：请用该 PostgreSQL 自己的工具（pg_basebackup、pg_dump）备份和恢复。');
}

const fileReasons: Record<string, string> = {
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已用完',
  EACCES: '没有读写权限',
  EPERM: '没有读写权限',
  EROFS: '磁盘是只读的',
};
const restoreHint = '验证备份所用的临时文件夹可用环境变量 TMPDIR 指定。';

async function runCommand(): Promise<number> {
  const config = readConfig();
  if (command === 'doctor') {
    const findings = await examineInstallation(config);
    for (const { ok, text } of findings) console.log(`${ok ? '正常' : '问题'}  ${text}`);
    const wrong = findings.filter(({ ok }) => !ok).length;
    console.log(wrong === 0 ? '\n没有发现问题。' : `\n发现 ${wrong} 个问题。`);
    return wrong === 0 ? 0 : 1;
  }
  if (command === 'verify') return (await runVerify(config, folder)) ? 0 : 1;
  if (command !== 'keys') ownDatabase();
  if (command === 'backup') {
    const done = await backUp(config.DATA_DIR, resolve(folder ?? 'backups'));
    const bytes = done.manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`已备份到 ${done.folder}（${done.manifest.files.length} 个文件，${sizeText(bytes)}）。`);
    console.log(`建议验证：npm run restore -- ${done.folder} --verify`);
    return 0;
  }
  if (command === 'restore') {
    if (!folder)
      throw new StartupError('请写明备份所在的文件夹，例如 npm run restore -- backups/tongda-20260101-020000');
    if (flags.has('--verify')) console.log(`备份可用：${restoredText(await verifyBackup(resolve(folder)))}`);
    else
      console.log(
        `已恢复到 ${config.DATA_DIR}：${restoredText(await restoreBackup(resolve(folder), config.DATA_DIR, flags.has('--force')))}`,
      );
    return 0;
  }
  if (command === 'keys') {
    console.log(await runKeys(config, folder, flags.has('--forget')));
    return 0;
  }
  throw new StartupError('可用的命令：backup、restore、doctor、keys、verify。');
}

runCommand().then(
  (code) => process.exit(code),
  (error: unknown) => {
    // an error of the file system has both; any other object has neither
    const { code = '', path = '' } = error as NodeJS.ErrnoException;
    const reason = fileReasons[code];
    if (error instanceof StartupError) console.error(`未完成：${error.message}`);
    else if (reason) console.error(`未完成：${reason}（${path}）。${command === 'restore' ? restoreHint : ''}`);
    else console.error('未完成：', error);
    process.exit(1);
  },
);
