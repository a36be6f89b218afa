import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config';
import { openBlobs } from './core/blob/open';
import { linkProcesses, refuseSplitRoles } from './core/bus/link/open';
import { memoryBus } from './core/bus/memory';
import { connectDatabase } from './core/db/connect';
import { migrateDatabase } from './core/db/migrate';
import { exposePoolMetrics } from './core/db/pool-metrics';
import { refuseTakenPorts } from './core/http/ports';
import { pgLeader } from './core/leader/advisory-lock';
import { holdLead } from './core/leader/hold';
import { StartupError } from './core/pg/startup-error';
import type { App, Stop } from './core/run/app';
import { lazyJobQueue, openJobQueue } from './core/run/jobs';
import type { Lifetime } from './core/run/lifetime';
import { loadSecrets, tableStore } from './core/run/secrets';
import { watchAccess } from './core/watch/access';
import { watchAlarms } from './core/watch/alarms';
import { watchKeys } from './core/watch/keys';
import { watchMessages } from './core/watch/messages';
import { demoAccounts } from './demo/people/accounts';
import { openDemoReceiver, pointAtReceiver } from './demo/people/receiver';
import { hashPassword } from './modules/base/identity/door';
import { renewStandardRoles } from './modules/company/role/door';
import { type FirstLogin, makeFirstCompany } from './modules/company/user/door';

/** The folder apps/server, whether this file runs from src or as part of the bundle in dist. */
const serverRoot = join(import.meta.dirname, '..');

/** Connects the database and starts the roles named in ROLES as parts of `life`, which stops them in reverse. Throws when something cannot start. */
export async function startProgram(config: Config, log: App['log'], life: Lifetime): Promise<void> {
  refuseSplitRoles(config);
  await refuseTakenPorts(config);
  const { database } = await life.start(
    () => connectDatabase(config, log),
    ({ close }) => close,
  );
  const applied = await life.start(() => migrateDatabase(database.pool, join(serverRoot, 'migrations')));
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  mkdirSync(config.filesDir, { recursive: true, mode: 0o700 });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  exposePoolMetrics(database, metrics);
  const bus = memoryBus();
  const jobs = lazyJobQueue(() => openJobQueue(database.pool, log));
  const store = tableStore(database.systemDb);
  const secrets = await life.start(() => loadSecrets(store, config.KEY_PASSPHRASE));
  const { blobs } = await life.start(
    () => openBlobs(config, log),
    ({ close }) => close,
  );
  const receiver = config.DEMO === '1' ? await life.start(openDemoReceiver, ({ stop }) => stop) : null;
  const hosts = receiver ? [...config.PUSH_PRIVATE_HOSTS, receiver.host] : config.PUSH_PRIVATE_HOSTS;
  const settings = { ...config, PUSH_PRIVATE_HOSTS: hosts };
  const app: App = { config: settings, log, database, bus, jobs, metrics, secrets, blobs };
  if (receiver) await life.start(() => pointAtReceiver(database.systemDb, receiver));
  life.add(
    () => bus.close(),
    () => jobs.close(),
  );
  life.add(
    watchAccess(database.pool, bus, log),
    watchMessages(database.pool, bus, log),
    watchAlarms(database.pool, bus, log),
    watchKeys(database.pool, store, secrets, config.KEY_PASSPHRASE, log),
  );
  // Before a port is open: a database that dies while terminals already report is waited for, while one that dies in the start ends it.
  const login = config.DEMO === '1' || !config.ROLES.includes('api') ? null : await life.start(() => firstLogin(app));
  await life.start(() => linkProcesses(config, app), itself);
  await startRoles(app, life);
  if (config.DEMO === '1')
    await life.start(async () => (await import('./demo/start')).startDemo(app, life.signal), itself);
  if (receiver) await life.start(() => pointAtReceiver(database.systemDb, receiver));
  printAddresses(config, login);
}

const itself = (stop: Stop): Stop => stop;

async function startRoles(app: App, life: Lifetime): Promise<void> {
  const roles = new Set(app.config.ROLES);
  if (roles.has('processor')) {
    await life.start(() => leadProcessing(app), itself);
    await life.start(async () => (await import('./roles/processor')).startProcessor(app), itself);
  }
  // loaded for a worker too: exports are registered together with the routes that offer them
  const api = roles.has('worker') || roles.has('api') ? await import('./roles/api') : null;
  if (roles.has('worker')) await life.start(async () => (await import('./roles/worker')).startWorker(app), itself);
  if (api && roles.has('api')) {
    const webRoot = app.config.WEB_ROOT ?? join(serverRoot, '..', 'web', 'dist');
    await life.start(() => api.startApi(app, { webRoot }), itself);
  }
  if (!roles.has('api')) await life.start(async () => (await import('./roles/monitor')).startMonitor(app), itself);
  if (roles.has('gateway'))
    await life.start(async () => (await import('./roles/gateway')).startGatewayRole(app), itself);
}

/** Makes sure that only one process handles positions of this database: two would overwrite each other's vehicle states. Throws StartupError. */
async function leadProcessing({ database, log }: App): Promise<Stop> {
  const release = await holdLead({
    lock: pgLeader(database.pool),
    name: 'processor',
    patienceMs: 10_000,
    taken: () => {
      log.fatal('another server processes the positions of this database now, this one stops');
      process.kill(process.pid, 'SIGTERM');
    },
  });
  if (release) return release;
  throw new StartupError(
    '已有另一个通达服务正在处理这个数据库的定位（ROLES 含 processor）。请先停止它，或让本进程只运行其他角色。',
  );
}

/** Creates the first login of a new installation (null when there is one). It is also written to a file, for those who start the server as a service. */
async function firstLogin({ config, database, secrets }: App): Promise<FirstLogin | null> {
  await renewStandardRoles(database.systemDb);
  const login = await makeFirstCompany(database.systemDb, (plain) => hashPassword(plain, secrets.pwdSalt));
  if (login)
    writeFileSync(join(config.DATA_DIR, 'first-login.txt'), `${login.account} / ${login.password}\n`, { mode: 0o600 });
  return login;
}

/** Where terminals come in. */
function describeDoors({ GATEWAY_PORT, GATEWAY_TLS_PORT, GATEWAY_UDP_PORT }: Config, host: string): string {
  const doors = [
    `${host}:${GATEWAY_PORT}（JT/T 808，TCP）`,
    ...(GATEWAY_TLS_PORT === undefined ? [] : [`:${GATEWAY_TLS_PORT}（TLS）`]),
    ...(GATEWAY_UDP_PORT === undefined ? [] : [`:${GATEWAY_UDP_PORT}（UDP）`]),
  ];
  return doors.join('、');
}

function printAddresses(config: Config, login: FirstLogin | null): void {
  const host = config.HOST === '0.0.0.0' ? 'localhost' : config.HOST;
  console.log(`\n通达已启动`);
  if (config.ROLES.includes('api'))
    console.log(`  网页与接口  ${config.PUBLIC_URL ?? `http://${host}:${config.PORT}`}    接口文档 /api/docs`);
  if (config.ROLES.includes('gateway')) console.log(`  终端接入    ${describeDoors(config, host)}`);
  if (login)
    console.log(
      `  首次登录    ${login.account} / ${login.password}（也在 ${join(config.DATA_DIR, 'first-login.txt')}，登录后请删除该文件）`,
    );
  if (config.DEMO !== '1') return;
  console.log('  演示账号');
  for (const { account, password, note } of demoAccounts) console.log(`    ${account} / ${password}    ${note}`);
}
