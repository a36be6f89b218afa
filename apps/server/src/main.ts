import { type Config, readConfig, settingNames } from './config';
import { StartupError } from './core/pg/startup-error';
import { Lifetime } from './core/run/lifetime';
import { createLog } from './core/run/log';
import { startProgram } from './program';

/** Starts the database and the roles named in ROLES, and stops them in reverse. */
async function main(): Promise<void> {
  const config = readSettings();
  const { log, goQuiet } = createLog(config.LOG_LEVEL);
  const life = new Lifetime((error) => log.error({ err: error }, 'stopping'));
  const end = async (code: number): Promise<void> => {
    goQuiet();
    const hurry = setTimeout(() => process.exit(1), 30_000);
    await life.stop();
    clearTimeout(hurry);
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  try {
    await startProgram(config, log, life);
  } catch (error) {
    // a start that was stopped on the way has not failed
    if (!life.signal.aborted) printStartError(error);
    await end(1);
  }
}

/** Reads the settings; a wrong one is printed as a sentence and ends the process. */
function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    printStartError(error);
    process.exit(1);
  }
}

/** Settings that choose ports. */
const portNames = settingNames.filter((name) => name.endsWith('PORT')).join('、');

/** Prints why the start failed and what to do about it. */
function printStartError(error: unknown): void {
  // an error of listening has both; any other object has neither
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof StartupError) console.error(`\n启动失败：${error.message}\n`);
  else if (code === 'EADDRINUSE')
    console.error(`\n启动失败：端口 ${port} 已被其他程序占用。请停止它，或用环境变量 ${portNames} 换一个端口。\n`);
  else if (code === 'EACCES' && port !== undefined)
    console.error(`\n启动失败：没有监听端口 ${port} 的权限。请用环境变量 ${portNames} 换一个大于 1024 的端口。\n`);
  else console.error('\n启动失败：', error);
}

void main();
