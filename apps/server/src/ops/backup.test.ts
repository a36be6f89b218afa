import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append, pack, storedAt } from '../../test/point-kit';
import { migrationsFolder, putReadyCluster } from '../../test/setup/ready-cluster';
import { type RunFolder, runFolder } from '../../test/setup/run-folder';
import { makeVehicle } from '../../test/stream-kit';
import type { TestDb } from '../../test/test-db';
import { openDatabase } from '../core/db/database';
import { type EmbeddedPg, startEmbeddedPg } from '../core/pg/embedded';
import { readPoints } from '../core/telemetry/read';
import { sealDay } from '../modules/watch/seal/seals';
import { backUp } from './backup';
import { examineInstallation, type Facts, findingsOf } from './doctor';
import { restoreBackup, verifyBackup } from './restore';
import { verifySeals } from './verify';

const log = pino({ level: 'silent' });
let scratch: RunFolder;
let folder: string;
let server: EmbeddedPg;
const { TMPDIR } = process.env;
let db: TestDb;
const open = (pg: EmbeddedPg): TestDb => ({ ...openDatabase({ ...pg.connection, max: 3 }), url: '' });

beforeAll(async () => {
  // seven copies of a database, in memory where there is room: on a disk half of their CPU goes to the file system
  scratch = runFolder('test');
  folder = scratch.path;
  process.env.TMPDIR = folder;
  await putReadyCluster(join(folder, 'data'));
  server = await startEmbeddedPg(join(folder, 'data'), log, { settings: ['shared_buffers=32MB'] });
  db = open(server);
}, 120_000);
afterAll(async () => {
  await db.close();
  await server.stop();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  scratch.remove();
}, 60_000);

/** 08:00 in Shanghai of the day before yesterday: what follows within some hours is of the same day, whatever the time is now */
const hour = Math.floor((Date.now() + 8 * hourMs) / (24 * hourMs)) * 24 * hourMs - 48 * hourMs;

describe('backup and restore', () => {
  it('taken while the server writes, it holds everything acknowledged before it began, hot and packed, and the files', async () => {
    const v = await makeVehicle(db);
    const times = Array.from({ length: 200 }, (_, i) => hour + i * 30_000);
    await append(
      db,
      times.map((t) => storedAt(v, t)),
    );
    const { day, plateNo } = await sql<{
      day: string;
      plateNo: string;
    }>`select ((${new Date(hour)}::timestamptz at time zone 'Asia/Shanghai')::date)::text as day,
      plate_no as "plateNo" from vehicle where id = ${v.vehicleId}`
      .execute(db.systemDb)
      .then(({ rows: [row] }) => row ?? { day: '', plateNo: '' });
    await db.systemDb.transaction().execute((trx) => sealDay(trx, v.vehicleId, day));
    await pack(db, [{ vehicleId: v.vehicleId, hour }]);
    mkdirSync(join(folder, 'data', 'files', 'exports'), { recursive: true });
    writeFileSync(join(folder, 'data', 'files', 'exports', '导出.csv'), '车牌号\n');
    mkdirSync(join(folder, 'data', 'blobs', 'receipt'), { recursive: true });
    writeFileSync(join(folder, 'data', 'blobs', 'receipt', '1.jpg'), 'signature');
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        await append(db, [storedAt(v, hour + 5 * hourMs + n * 1000)]);
        if (n === 5) await sql`select pg_switch_wal()`.execute(db.systemDb);
        await sleep(20);
      }
    })();
    const done = await backUp(join(folder, 'data'), join(folder, 'backups'));
    writing = false;
    await writer;
    expect(await verifyBackup(done.folder)).toMatchObject({
      packedHours: 1,
      migration: readdirSync(migrationsFolder)
        .filter((n) => n.endsWith('.sql'))
        .sort()
        .at(-1),
    });
    await restoreBackup(done.folder, join(folder, 'second'), false);
    expect(readFileSync(join(folder, 'second', 'files', 'exports', '导出.csv'), 'utf8')).toBe('车牌号\n');
    expect(readFileSync(join(folder, 'second', 'blobs', 'receipt', '1.jpg'), 'utf8')).toBe('signature');
    const second = await startEmbeddedPg(join(folder, 'second'), log, { settings: ['shared_buffers=32MB'] });
    const there = open(second);
    const found = await readPoints(there.systemDb, { vehicleIds: [v.vehicleId], from: hour, to: hour + 2 * hourMs });
    expect(found.get(v.vehicleId)?.map((p) => p.t)).toEqual(times);
    // the seal came along and holds over packed and unpacked readings; one that is changed is found
    const verify = () => verifySeals(there.systemDb, plateNo, () => undefined);
    expect(await verify()).toEqual({ seals: 1, wrong: 0 });
    await sql`update position set lng = lng + 0.1 where vehicle_id = ${v.vehicleId} and device_time = ${new Date(hour + hourMs)}`.execute(
      there.systemDb,
    );
    expect(await verify()).toEqual({ seals: 1, wrong: 1 });
    await append(there, [storedAt(v, hour + 9 * hourMs)]);
    await there.close();
    await second.stop();
    await expect(restoreBackup(done.folder, join(folder, 'second'), false)).rejects.toThrow('已有数据，未做任何改动');
    await restoreBackup(done.folder, join(folder, 'second'), true);
    expect(readdirSync(join(folder, 'second')).filter((name) => name.includes('before-restore'))).toHaveLength(3);
  }, 120_000);

  it('is refused when a file of it was changed, or when it is no backup', async () => {
    const { folder: backup } = await backUp(
      join(folder, 'data'),
      join(folder, 'more'),
      new Date('2026-01-02T03:04:05Z'),
    );
    expect(backup.endsWith('tongda-20260102-030405')).toBe(true);
    appendFileSync(join(backup, 'pg', 'PG_VERSION'), 'x');
    await expect(verifyBackup(backup)).rejects.toThrow('已损坏：pg/PG_VERSION');
    await expect(verifyBackup(folder)).rejects.toThrow('不是完整的备份');
    await expect(restoreBackup(backup, join(folder, 'data'), true)).rejects.toThrow('已损坏');
  }, 60_000);
});

describe('the doctor', () => {
  const well: Facts = {
    dataDir: '/data',
    freeBytes: 50e9,
    totalBytes: 100e9,
    database: {
      ...{ sizeBytes: 3e9, migration: '0014_x.sql', clockOffMs: 3, connections: 12, maxConnections: 80 },
      development: false,
      ...{ packingBehindH: 7, lateDue: 0, strayPoints: 0, failedJobs: 0, oldestTransactionS: 1, detectorFailures: 0 },
    },
    fault: '',
    serverRunning: true,
    newestMigration: '0014_x.sql',
    lastBackup: 1_000,
    node: '26.10.0',
    packages: null,
    now: 2_000,
  };
  const wrongOf = (more: Partial<Facts>) =>
    findingsOf({ ...well, ...more })
      .filter((f) => !f.ok)
      .map((f) => f.text);
  const database = (more: Partial<NonNullable<Facts['database']>>) => ({
    database: { ...well.database, ...more } as Facts['database'],
  });

  it('finds nothing wrong with a healthy installation', () => {
    expect(wrongOf({})).toEqual([]);
  });

  it.each([
    ['a full disk', { freeBytes: 1e9 }, '空间不足 2 GB'],
    ['no data folder', { freeBytes: null }, '不存在或无法读取'],
    ['a database that cannot be reached', { database: null, fault: '拒绝连接。' }, '数据库无法连接：拒绝连接。'],
    ['an older database', database({ migration: '0013_x.sql' }), '比程序（0014_x.sql）旧'],
    ['a newer database', database({ migration: '0099_x.sql' }), '请换回新版程序'],
    ['a development version', database({ migration: '0075_x.sql', development: true }), '开发版本建立，不能升级'],
    ['clocks apart', database({ clockOffMs: -60_000 }), '相差 -60 秒'],
    ['connections used up', database({ connections: 79 }), '接近上限 80'],
    ['an endless transaction', database({ oldestTransactionS: 7200 }), '120 分钟'],
    ['packing that stands still', database({ packingBehindH: 50 }), '50 小时前'],
    ['terminals with wild clocks', database({ strayPoints: 5 }), '5 个定位点'],
    ['failed jobs', database({ failedJobs: 2 }), '2 个后台任务'],
    ['failed detectors', database({ detectorFailures: 3 }), '3 辆车的报警或统计计算出错'],
    ['no backup', { lastBackup: null }, '没有找到备份'],
    ['an old backup', { now: 9 * 86_400_000 }, '8 天前'],
    ['a Node.js without long-term support', { node: '25.9.0' }, '25.9.0 不是长期支持版本。请换成 Node.js 26'],
    [
      'a Node.js past its end',
      { node: '24.21.0', now: Date.UTC(2028, 4, 1), lastBackup: Date.UTC(2028, 4, 1) },
      '24.21.0 自 2028-04-30 起不再维护',
    ],
    [
      'a package without a release for three years that nobody has given a reason for',
      {
        packages: {
          asked: '2026-11-23',
          count: 9,
          old: [{ name: 'fstream', version: '1.0.12', released: '2019-05', why: undefined }],
        },
      },
      '9 个依赖中有 1 个三年没有新版本（截至 2026-11-23），括号内为最后一次发布的时间：\n      fstream 1.0.12（2019-05）：没有说明',
    ],
  ])('says in one sentence what is wrong: %s', (_what, more, sentence) => {
    const wrong = wrongOf(more as Partial<Facts>);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(sentence);
  });

  it('examines a real installation beside its running server', async () => {
    const config = { DATA_DIR: join(folder, 'data'), PORT: 9 } as Parameters<typeof examineInstallation>[0];
    const texts = (await examineInstallation(config)).map((f) => f.text);
    expect(texts.some((text) => text.includes('与程序一致'))).toBe(true);
    expect(texts).toContain('数据库与本机的时钟一致。');
    expect(texts).toContain('服务正在运行，数据库可以连接。');
  });
});
