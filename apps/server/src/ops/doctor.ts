import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { dayMs } from '@tongda/contract/core/durations';
import pg from 'pg';
import type { Config } from '../config';
import { beforeFirstRelease, developmentStart, readMigrations } from '../core/db/migrate';
import { StartupError } from '../core/pg/startup-error';
import { asError } from '../core/run/error-code';
import { manifestName } from './backup';
import { openCluster } from './cluster-access';
import type { Finding } from './finding';
import { examineNode, examinePackages, type PackageFacts, readPackages } from './packages';

/** What the examination looks at: measured by {@link examineInstallation}, judged by {@link findingsOf}. */
export interface Facts {
  dataDir: string;
  freeBytes: number | null;
  totalBytes: number;
  /** null: the database could not be reached, `fault` says why */
  database: DatabaseFacts | null;
  fault: string;
  serverRunning: boolean;
  /** newest migration of this program */
  newestMigration: string;
  /** newest backup below ./backups, epoch ms */
  lastBackup: number | null;
  /** version of Node.js, `26.10.0` */
  node: string;
  /** null: package-lock.json is not there */
  packages: PackageFacts | null;
  now: number;
}

export interface DatabaseFacts {
  sizeBytes: number;
  /** newest migration that it ran */
  migration: string;
  /** made by a development version, before the first release: it cannot be brought up to date */
  development: boolean;
  clockOffMs: number;
  connections: number;
  maxConnections: number;
  /** age of the oldest point that should have been packed already, hours */
  packingBehindH: number;
  /** number of hours that should have been packed again long ago */
  lateDue: number;
  strayPoints: number;
  failedJobs: number;
  oldestTransactionS: number;
  /** vehicles on which a detector failed within the last day */
  detectorFailures: number;
}

const gigabyte = 1e9;
const goodFinding = (text: string): Finding => ({ ok: true, text });
const badFinding = (text: string): Finding => ({ ok: false, text });
const oneDecimalText = (value: number): string => value.toFixed(1);

/** Judges the facts. */
export function findingsOf(facts: Facts): Finding[] {
  return [
    examineDisk(facts),
    examineConnection(facts),
    ...(facts.database ? examineDatabase(facts.database, facts) : []),
    examineBackup(facts),
    examineNode(facts.node, facts.now),
    ...examinePackages(facts.packages),
  ];
}

function examineDisk({ dataDir, freeBytes, totalBytes }: Facts): Finding {
  if (freeBytes === null)
    return badFinding(`数据目录 ${dataDir} 不存在或无法读取。请检查 DATA_DIR，或先启动一次服务。`);
  const free = `${dataDir} 所在磁盘剩余 ${oneDecimalText(freeBytes / gigabyte)} GB（共 ${oneDecimalText(totalBytes / gigabyte)} GB）`;
  if (freeBytes < 2 * gigabyte)
    return badFinding(`${free}。空间不足 2 GB：磁盘写满后新的定位不会被确认，请清理或扩容。`);
  if (freeBytes < totalBytes * 0.05) return badFinding(`${free}，已不足 5%。请尽快扩容。`);
  return goodFinding(`${free}。`);
}

function examineConnection({ database, fault, serverRunning }: Facts): Finding {
  if (!database) return badFinding(`数据库无法连接：${fault}`);
  return goodFinding(serverRunning ? '服务正在运行，数据库可以连接。' : '服务没有运行；数据库可以启动并连接。');
}

function examineVersion({ development, migration, sizeBytes }: DatabaseFacts, newest: string): Finding {
  if (development) return badFinding(`${beforeFirstRelease}。`);
  if (migration > newest) return badFinding(`数据库版本 ${migration} 比程序（${newest}）新。请换回新版程序。`);
  if (migration < newest)
    return badFinding(`数据库版本 ${migration} 比程序（${newest}）旧。启动服务会自动升级，升级前请备份。`);
  return goodFinding(`数据库大小 ${oneDecimalText(sizeBytes / gigabyte)} GB，版本 ${migration}，与程序一致。`);
}

function examineDatabase(db: DatabaseFacts, { newestMigration }: Facts): Finding[] {
  return [
    examineVersion(db, newestMigration),
    Math.abs(db.clockOffMs) < 5_000
      ? goodFinding('数据库与本机的时钟一致。')
      : badFinding(
          `数据库与本机的时钟相差 ${Math.round(db.clockOffMs / 1000)} 秒。请在两台机器上启用时间同步（NTP）。`,
        ),
    db.connections < db.maxConnections * 0.9
      ? goodFinding(`数据库连接 ${db.connections} 个，上限 ${db.maxConnections} 个。`)
      : badFinding(`数据库连接 ${db.connections} 个，接近上限 ${db.maxConnections}。请检查是否有其他程序占用连接。`),
    db.oldestTransactionS < 600
      ? goodFinding('没有长时间未结束的事务。')
      : badFinding(
          `有一个事务已进行 ${Math.round(db.oldestTransactionS / 60)} 分钟，空间无法回收。请重启占用它的程序。`,
        ),
    db.packingBehindH <= 12 && db.lateDue === 0
      ? goodFinding('轨迹压缩正常。')
      : badFinding(
          `轨迹压缩落后：最早的未压缩轨迹在 ${Math.round(db.packingBehindH)} 小时前，另有 ${db.lateDue} 个小时等待重新压缩。请确认 worker 角色在运行，并查看日志中的 telemetry-pack。`,
        ),
    db.strayPoints === 0
      ? goodFinding('没有时间异常的定位点。')
      : badFinding(
          `有 ${db.strayPoints} 个定位点的终端时间偏离超过一年或超前两天以上。请在设备管理中检查这些终端的时钟。`,
        ),
    db.failedJobs === 0
      ? goodFinding('没有最终失败的后台任务。')
      : badFinding(`有 ${db.failedJobs} 个后台任务重试后仍然失败。请查看日志，处理原因后重启服务。`),
    db.detectorFailures === 0
      ? goodFinding('过去一天没有报警和统计的计算错误。')
      : badFinding(
          `过去一天有 ${db.detectorFailures} 辆车的报警或统计计算出错，定位数据已保存。错误内容见“报表中心 > 报警设置 > 规则设置”的“计算异常”和 /metrics 的 tongda_detector_errors_total。`,
        ),
  ];
}

function examineBackup({ lastBackup, now }: Facts): Finding {
  if (lastBackup === null) return badFinding('没有找到备份（./backups）。请执行 npm run backup，并定期执行。');
  const days = (now - lastBackup) / dayMs;
  if (days > 7) return badFinding(`最近一次备份是 ${Math.floor(days)} 天前。请执行 npm run backup。`);
  return goodFinding(days < 1 ? '最近一天内有备份。' : `最近一次备份是 ${Math.floor(days)} 天前。`);
}

/** Measures this installation and judges it; works whether the server runs or not. */
export async function examineInstallation(config: Config, now = Date.now()): Promise<Finding[]> {
  const migrations = readMigrations(join(import.meta.dirname, '..', '..', 'migrations'));
  const there = existsSync(config.DATA_DIR) ? statfsSync(config.DATA_DIR) : null;
  const base = {
    dataDir: config.DATA_DIR,
    freeBytes: there && there.bavail * there.bsize,
    totalBytes: there ? there.blocks * there.bsize : 0,
    newestMigration: migrations.at(-1)?.name ?? '',
    lastBackup: newestBackup('backups'),
    node: process.versions.node,
    packages: readPackages(),
    now,
  };
  const serverRunning = await isPortTaken(config.PORT);
  try {
    const measured = there || config.DATABASE_URL ? await measureDatabase(config) : null;
    const running = serverRunning || (measured?.running ?? false);
    const database = measured?.database ?? null;
    return findingsOf({ ...base, database, fault: '数据目录不存在。', serverRunning: running });
  } catch (error) {
    const fault = error instanceof StartupError ? error.message : `${asError(error).message}。`;
    return findingsOf({ ...base, database: null, fault, serverRunning });
  }
}

async function measureDatabase(config: Config): Promise<{ database: DatabaseFacts; running: boolean }> {
  if (!config.DATABASE_URL) {
    const { client, close, running } = await openCluster(config.DATA_DIR);
    return { database: await readDatabaseFacts(client).finally(close), running };
  }
  const client = new pg.Client({ connectionString: config.DATABASE_URL, connectionTimeoutMillis: 10_000 });
  await client.connect();
  return { database: await readDatabaseFacts(client).finally(() => client.end()), running: false };
}

async function readDatabaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const began = Date.now();
  const { rows } = await client.query<Record<keyof DatabaseFacts | 'nowMs' | 'hasJobs', string>>(`select
    pg_database_size(current_database()) as "sizeBytes", (select max(name) from schema_migration) as migration,
    (select count(*) from schema_migration where name = '${developmentStart}') as development,
    extract(epoch from clock_timestamp()) * 1000 as "nowMs", current_setting('max_connections') as "maxConnections",
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0) from pg_stat_activity where backend_type = 'client backend') as "oldestTransactionS",
    (select coalesce(extract(epoch from now() - min(packed_until)) / 3600, 0) from position_packing) as "packingBehindH",
    (select count(*) from position_late where due_at < now() - interval '1 hour' and hour < now() - interval '8 hours') as "lateDue",
    (select count(distinct vehicle_id) from detector_error where last_at > now() - interval '1 day') as "detectorFailures",
    (select count(*) from (select from position_other limit 100000) x) as "strayPoints",
    to_regclass('graphile_worker._private_jobs') is not null as "hasJobs"`);
  const row = rows[0];
  if (!row) throw new Error('the database answered nothing');
  const failed = row.hasJobs
    ? await client.query<{ n: string }>(
        // one that runs while it is asked for again has no attempts left either
        'select count(*) as n from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null',
      )
    : null;
  return {
    sizeBytes: Number(row.sizeBytes),
    migration: row.migration,
    development: Number(row.development) > 0,
    clockOffMs: Number(row.nowMs) - (began + Date.now()) / 2,
    connections: Number(row.connections),
    maxConnections: Number(row.maxConnections),
    packingBehindH: Number(row.packingBehindH),
    lateDue: Number(row.lateDue),
    strayPoints: Number(row.strayPoints),
    failedJobs: Number(failed?.rows[0]?.n ?? 0),
    oldestTransactionS: Number(row.oldestTransactionS),
    detectorFailures: Number(row.detectorFailures),
  };
}

function newestBackup(folder: string): number | null {
  if (!existsSync(folder)) return null;
  const times = readdirSync(folder)
    .map((name) => join(folder, name, manifestName))
    .flatMap((file) => (existsSync(file) ? [statSync(file).mtimeMs] : []));
  return times.length > 0 ? Math.max(...times) : null;
}

function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  });
}
