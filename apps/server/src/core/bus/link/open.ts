import { join } from 'node:path';
import type { Config } from '../../../config';
import { StartupError } from '../../pg/startup-error';
import type { App, Stop } from '../../run/app';
import { joinProcesses } from './join';
import { listenForProcesses } from './listen';

type Split = Pick<Config, 'ROLES' | 'DEMO' | 'DATABASE_URL' | 'DATA_DIR' | 'BUS_SOCKET'>;

/** The longest path of a socket that every system takes, bytes. */
const longestPath = 100;

/** Refuses roles that cannot work in separate processes. Throws StartupError. */
export function refuseSplitRoles({ ROLES, DEMO, DATABASE_URL }: Split): void {
  if (ROLES.includes('gateway') && !ROLES.includes('processor'))
    throw new StartupError('ROLES 缺少 processor：终端的应答要等定位入库，网关与处理须在同一进程。');
  if (ROLES.includes('processor')) return;
  if (DEMO === '1') throw new StartupError('演示环境（DEMO=1）须在一个进程中运行，请去掉 ROLES。');
  if (!DATABASE_URL)
    throw new StartupError(
      'ROLES 没有 processor：与接入终端的进程共用一个数据库，请为两者设置同一个 DATABASE_URL 和 DATA_DIR。',
    );
}

/** Links the bus of a process that runs some of the roles with those of the others. Throws StartupError for a path that is too long. */
export async function linkProcesses(config: Split, { bus, log }: Pick<App, 'bus' | 'log'>): Promise<Stop> {
  const has = (role: Config['ROLES'][number]): boolean => config.ROLES.includes(role);
  const listens = has('gateway') && !(has('api') && has('worker'));
  if (!listens && has('processor')) return async () => undefined;
  const path = config.BUS_SOCKET ?? join(config.DATA_DIR, 'bus.sock');
  if (Buffer.byteLength(path) > longestPath)
    throw new StartupError(`进程间套接字的路径过长（${path}），请用 BUS_SOCKET 指定不超过${longestPath}字节的路径。`);
  const options = { bus, path, warn: (facts: object, message: string): void => log.warn(facts, message) };
  return listens ? listenForProcesses(options) : joinProcesses(options);
}
