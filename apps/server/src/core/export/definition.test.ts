import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../test/test-app';
import { seenBook } from '../../../test/workbook-kit';
import { Authenticator } from '../../modules/base/identity/session/authenticate';
import { releaseOrphans, runJobs } from '../run/jobs';
import { findExport, isLinkValid, makeDownloadLink } from './definition';
import { type ExportRunDeps, exportJobs, removeExpired, runExport } from './run';

let app: TestApp;
let a: FleetFixture;
let deps: ExportRunDeps;
const dir = mkdtempSync(join(tmpdir(), 'export-'));
const exportApi = '/api/base/manage/vehicle/export';
const files = '/api/file/download';
beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  a = await fleetFixture(app, '导出公司');
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  deps = {
    db: app.database.systemDb,
    filesDir: app.config.filesDir,
    log: pino({ level: 'silent' }),
    ctxOfUser: (id) => authenticator.ofUser(id),
  };
  await a.addVehicle('沪A00001', {
    remarkNo: '=cmd',
    temperatureTypes: [2, 3],
    inspectDate: '2027-01-31',
    loadWeight: 9.5,
  });
  await a.addVehicle('沪A00002', { remarkNo: '二号' });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const statusOf = async (id: string, token = a.token) =>
  (await app.post(`${files}/getDownLoadStatus`, { ids: [id] }, token)).data;
const fetchFile = (url: string) => app.http.inject({ method: 'GET', url });

describe('export', () => {
  it('makes the file by the job and hands it out by a signed link', async () => {
    const started = await a.post(exportApi, {
      plateNo: '沪A',
      fields: ['plateNo', 'temperatureTypes', 'inspectDate', 'loadWeight', 'remarkNo', 'probeCount'],
      sort: 'plateNo asc',
    });
    expect(started.code).toBe(200);
    expect(await statusOf(started.data.id)).toMatchObject([{ status: 0, pathUrl: null }]);
    const stop = await runJobs(app.database.pool, app.log, exportJobs(deps));
    try {
      await expect.poll(async () => (await statusOf(started.data.id))[0].status, { timeout: 10_000 }).toBe(1);
    } finally {
      await stop();
    }
    const [task] = await statusOf(started.data.id);
    const answer = await fetchFile(task.pathUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''%E8%BD%A6%E8%BE%86_\d{8}_\d{6}\.xlsx$/u,
    );
    const broken = await app.http.inject({
      url: task.pathUrl,
      headers: { range: 'bytes=10-', 'if-range': String(answer.headers.etag) },
    });
    expect(broken.statusCode).toBe(206);
    expect(broken.rawPayload.equals(answer.rawPayload.subarray(10))).toBe(true);
    const [sheet] = seenBook(answer.rawPayload);
    if (!sheet) throw new Error('no sheet');
    expect(sheet.cell('A1').value).toBe('导出公司　车辆');
    expect(sheet.cell('A2').value).toBe('查询条件：车牌号：沪A');
    expect(String(sheet.cell('A3').value)).toMatch(/^导出人：user\d+　导出时间：\d{4}-/u);
    expect(sheet.row(4)).toEqual(['车牌号', '温区', '年检到期', '核定载质量(t)', '车辆备注', '探头配置']);
    expect(sheet.row(5)).toEqual(['沪A00001', '冷藏、冷冻', new Date('2027-01-31T00:00:00Z'), 9.5, "'=cmd", '未配']);
    expect(sheet.rowCount).toBe(6);
  });

  it('writes only ticked rows, as CSV when asked', async () => {
    const { data } = await a.post(`/api/base/manage/vehicle/page`, { plateNo: '沪A00002' });
    const started = await a.post(exportApi, { ids: [data.list[0].id], fields: ['plateNo'], format: 'csv' });
    await runExport(deps, started.data.id);
    const [task] = await statusOf(started.data.id);
    const text = (await fetchFile(task.pathUrl)).rawPayload.toString('utf8');
    expect(text.split('\r\n').slice(3, -1)).toEqual(['车牌号', '沪A00002']);
  });

  it('counts what takes long only when the file is made, which then is a CSV if it has too many rows', async () => {
    const definition = findExport(exportApi);
    if (!definition) throw new Error('no export of vehicles');
    const { count } = definition;
    let counted = 0;
    definition.countLater = () => true;
    definition.count = async () => {
      counted++;
      return 100_001;
    };
    try {
      const started = await a.post(exportApi, { fields: ['plateNo'] });
      expect([started.code, counted]).toEqual([200, 0]);
      await runExport(deps, started.data.id);
      const [task] = await statusOf(started.data.id);
      expect([task.status, counted]).toEqual([1, 1]);
      const answer = await fetchFile(task.pathUrl);
      expect(answer.headers['content-disposition']).toMatch(/\.csv$/u);
      expect(answer.rawPayload.toString('utf8')).toContain('沪A00002');
      // one whose format was chosen stays so
      const chosen = await a.post(exportApi, { fields: ['plateNo'], format: 'xlsx' });
      await runExport(deps, chosen.data.id);
      const [sheet] = await statusOf(chosen.data.id);
      expect((await fetchFile(sheet.pathUrl)).headers['content-disposition']).toMatch(/\.xlsx$/u);
    } finally {
      definition.count = count;
      delete definition.countLater;
    }
  });

  it('checks the right when the file is made, not when it was asked for', async () => {
    const user = await a.user({ menus: ['vehicle'], buttons: ['vehicle/export'] });
    const started = await app.post(exportApi, {}, user.token);
    expect(started.code).toBe(200);
    await app.database.systemDb.deleteFrom('role_button').execute();
    await runExport(deps, started.data.id);
    expect(await statusOf(started.data.id, user.token)).toMatchObject([
      { status: 2, pathUrl: null, failReason: '暂无导出权限' },
    ]);
    const again = await a.post(exportApi, {});
    await app.database.systemDb.updateTable('app_user').set({ status: 0 }).where('id', '=', a.userId).execute();
    await runExport(deps, again.data.id);
    await app.database.systemDb.updateTable('app_user').set({ status: 1 }).where('id', '=', a.userId).execute();
    expect(await statusOf(again.data.id)).toMatchObject([{ status: 2, failReason: '账号已停用，无法导出' }]);
  });

  it('leaves no half file behind when writing fails, and says why', async () => {
    writeFileSync(join(dir, 'a-plain-file'), '');
    const started = await a.post(exportApi, {});
    await runExport({ ...deps, filesDir: join(dir, 'a-plain-file') }, started.data.id);
    const [task] = await statusOf(started.data.id);
    expect(task.status).toBe(2);
    expect(task.failReason).toMatch(/[\u4e00-\u9fa5]/u);
    expect(readdirSync(join(app.config.filesDir, 'exports')).filter((f) => f.endsWith('.part'))).toEqual([]);
    expect(await a.post(`${files}/retry`, { id: started.data.id })).toMatchObject({ code: 200 });
    await runExport(deps, started.data.id);
    expect((await statusOf(started.data.id))[0].status).toBe(1);
  });

  it('goes on after a worker died in the middle of it', async () => {
    const started = await a.post(exportApi, {});
    // what kill -9 leaves behind: the job and its queue are held by nobody
    const { pool } = app.database;
    const held = "locked_by = 'dead', locked_at = now()";
    await pool.query(`update graphile_worker._private_jobs set ${held}`);
    await pool.query(`update graphile_worker._private_job_queues set ${held}`);
    await releaseOrphans(pool);
    const stop = await runJobs(pool, app.log, exportJobs(deps));
    try {
      await expect.poll(async () => (await statusOf(started.data.id))[0].status, { timeout: 10_000 }).toBe(1);
    } finally {
      await stop();
    }
  });

  it('refuses the 24th task of one user', async () => {
    const c = await fleetFixture(app, '忙碌公司');
    for (let i = 0; i < 23; i++) expect((await c.post(exportApi, {})).code).toBe(200);
    expect(await c.post(exportApi, {})).toMatchObject({ code: 4029, msg: '导出任务过多，请稍后再试' });
  });
});

describe('download list', () => {
  it('holds the own tasks only, filters them, and deletes file and row', async () => {
    const other = await a.user({ menus: ['vehicle'] });
    const started = await a.post(exportApi, { fields: ['plateNo'] });
    await runExport(deps, started.data.id);
    const list = await a.post(`${files}/getDownLoadList`, { status: 1, module: '车辆管理', fileName: '车辆_' });
    expect(list.data.list[0]).toMatchObject({
      id: started.data.id,
      module: '车辆管理',
      condition: '',
      format: 'xlsx',
      progress: 100,
      rows: 2,
      expired: false,
    });
    expect(list.data.list[0].fileSize).toBeGreaterThan(1000);
    expect((await app.post(`${files}/getDownLoadList`, {}, other.token)).data.total).toBe(0);
    expect(await statusOf(started.data.id, other.token)).toEqual([]);
    expect(await app.post(`${files}/del`, { ids: [started.data.id] }, other.token)).toMatchObject({ code: 4004 });
    expect(await app.post(`${files}/retry`, { id: started.data.id }, other.token)).toMatchObject({ code: 4004 });
    expect(await a.post(`${files}/del`, { ids: [started.data.id] })).toMatchObject({ code: 200 });
    expect(readdirSync(join(app.config.filesDir, 'exports'))).not.toContain(`${started.data.id}.xlsx`);
    expect(
      (await a.post(`${files}/getDownLoadList`, { startTime: '2000-01-01 00:00:00', endTime: '2000-01-02 00:00:00' }))
        .data.total,
    ).toBe(0);
  });

  it('offers the modules of the own tasks; a file being made is not made twice; one deleted meanwhile leaves nothing behind', async () => {
    const c = await fleetFixture(app, '模块公司');
    const started = await c.post(exportApi, {});
    expect((await c.post(`${files}/modules`, {})).data).toEqual(['车辆管理']);
    expect((await a.post(`${files}/modules`, {})).data).toContain('车辆管理');
    expect(await c.post(`${files}/retry`, { id: started.data.id })).toMatchObject({
      code: 4011,
      msg: '文件正在生成，请稍候',
    });
    await runExport(
      {
        ...deps,
        ctxOfUser: async (id) => {
          await c.post(`${files}/del`, { ids: [started.data.id] });
          return deps.ctxOfUser(id);
        },
      },
      started.data.id,
    );
    expect(
      readdirSync(join(app.config.filesDir, 'exports')).filter((f) => f.startsWith(`${started.data.id}.`)),
    ).toEqual([]);
  });

  it('is cancelled while it is on its way, and stays so when the worker ends it', async () => {
    const c = await fleetFixture(app, '取消公司');
    const started = await c.post(exportApi, {});
    const cancel = () => c.post(`${files}/cancel`, { id: started.data.id });
    await runExport(
      {
        ...deps,
        ctxOfUser: async (id) => {
          expect((await cancel()).code).toBe(200);
          return deps.ctxOfUser(id);
        },
      },
      started.data.id,
    );
    expect(await statusOf(started.data.id, c.token)).toMatchObject([
      { status: 2, failReason: '已取消', pathUrl: null },
    ]);
    expect(await cancel()).toMatchObject({ code: 4011, msg: '任务已结束，不能取消' });
    expect(await app.post(`${files}/cancel`, { id: started.data.id }, a.token)).toMatchObject({ code: 4004 });
  });

  it('is not made to its end when it is cancelled on the way', async () => {
    const c = await fleetFixture(app, '半路取消公司');
    const { id } = (await c.post(exportApi, { format: 'csv' })).data;
    const definition = findExport(exportApi);
    if (!definition) throw new Error('no export of vehicles');
    let made = 0;
    const [count, rows] = [vi.spyOn(definition, 'count'), vi.spyOn(definition, 'rows')];
    count.mockResolvedValue(4_000);
    rows.mockImplementation(async function* () {
      for (; made < 4_000; made++) {
        if (made === 1_000) expect((await c.post(`${files}/cancel`, { id })).code).toBe(200);
        // progress is written twice a second
        if (made === 1_000 || made === 1_500) await new Promise((next) => setTimeout(next, 550));
        yield { plateNo: `沪A${made}` };
      }
    });
    try {
      await runExport(deps, id);
    } finally {
      count.mockRestore();
      rows.mockRestore();
    }
    expect(made).toBeLessThan(2_500);
    expect(await statusOf(id, c.token)).toMatchObject([{ status: 2, failReason: '已取消', pathUrl: null }]);
    expect(readdirSync(join(app.config.filesDir, 'exports')).filter((f) => f.startsWith(`${id}.`))).toEqual([]);
  });

  it('is made no further when it is cancelled on the way as text, or as a file of parts', async () => {
    const c = await fleetFixture(app, '半路停写公司');
    const definition = findExport(exportApi);
    if (!definition) throw new Error('no export of vehicles');
    let made = 0;
    // cancels its own task at the second part, and goes on when the next progress is due
    const parts = async function* (id: string) {
      for (made = 1; made <= 20; made++) {
        yield `${made}`;
        if (made === 2) expect((await c.post(`${files}/cancel`, { id })).code).toBe(200);
        if (made <= 3) await new Promise((next) => setTimeout(next, 550));
      }
    };
    let id = '';
    const written: Pick<typeof definition, 'texts' | 'files'> = {
      texts: { kml: () => parts(id) },
      files: {
        zip: async (_ctx, _input, { path, progress }) => {
          writeFileSync(path, '');
          for await (const _ of parts(id)) progress(made, 20);
          return { rows: made, bytes: 0 };
        },
      },
    };
    Object.assign(definition, written);
    try {
      for (const format of ['kml', 'zip']) {
        id = (await c.post(exportApi, {})).data.id;
        await app.database.systemDb.updateTable('export_task').set({ format }).where('id', '=', id).execute();
        await runExport(deps, id);
        expect(made, format).toBeLessThan(10);
        expect(await statusOf(id, c.token)).toMatchObject([{ status: 2, failReason: '已取消', pathUrl: null }]);
        expect(readdirSync(join(app.config.filesDir, 'exports')).filter((f) => f.startsWith(`${id}.`))).toEqual([]);
      }
    } finally {
      Object.assign(definition, { texts: undefined, files: undefined });
    }
  });

  it('keeps the file that it has when making it again is cancelled', async () => {
    const c = await fleetFixture(app, '停重做公司');
    const { id } = (await c.post(exportApi, {})).data;
    await runExport(deps, id);
    expect((await c.post(`${files}/retry`, { id })).code).toBe(200);
    const again = {
      ...deps,
      ctxOfUser: async (userId: string) => {
        expect((await c.post(`${files}/cancel`, { id })).code).toBe(200);
        return deps.ctxOfUser(userId);
      },
    };
    await runExport(again, id);
    expect(await statusOf(id, c.token)).toMatchObject([{ status: 1, pathUrl: expect.any(String) }]);
    expect(readdirSync(join(app.config.filesDir, 'exports')).filter((f) => f.startsWith(`${id}.`))).toHaveLength(1);
  });

  it('gives several files as one archive, and administrators see the tasks of all users', async () => {
    const c = await fleetFixture(app, '打包公司');
    const plain = await c.user({ menus: ['vehicle'] });
    const ids: string[] = [];
    for (const format of ['csv', 'xlsx']) ids.push((await c.post(exportApi, { format })).data.id);
    for (const id of ids) await runExport(deps, id);
    const zip = await app.http.inject({
      method: 'POST',
      url: `${files}/zip`,
      payload: { ids },
      headers: { authorization: `Bearer ${c.token}` },
    });
    expect(zip.headers['content-type']).toBe('application/zip');
    for (const end of ['.csv', '.xlsx']) expect(zip.rawPayload.includes(Buffer.from(end))).toBe(true);
    expect(await app.post(`${files}/zip`, { ids }, plain.token)).toMatchObject({ code: 4004 });
    await sql`update export_task set user_id = ${plain.userId} where id = ${ids[0]}`.execute(app.database.systemDb);
    const seen = async (whose?: string, token = c.token) =>
      (await app.post(`${files}/getDownLoadList`, { whose }, token)).data.list.map(
        (t: { id: string; mine: boolean }) => [t.id, t.mine],
      );
    expect(await seen('mine')).toEqual([[ids[1], true]]);
    expect((await seen('all')).toSorted()).toEqual([
      [ids[0], false],
      [ids[1], true],
    ]);
    // the field says 全部 while nothing is chosen
    expect(await seen()).toEqual(await seen('all'));
    expect(await seen('all', plain.token)).toEqual([[ids[0], true]]);
  });

  it('keeps the file of the earlier time when it is made again in vain, and says so', async () => {
    const c = await fleetFixture(app, '重试公司');
    const { id } = (await c.post(exportApi, {})).data;
    await runExport(deps, id);
    const row = async () => (await c.post(`${files}/getDownLoadList`, { page: 1, size: 15 })).data.list[0];
    const before = await row();
    expect((await c.post(`${files}/retry`, { id })).code).toBe(200);
    const user = app.database.systemDb.updateTable('app_user').where('id', '=', c.userId);
    await user.set({ status: 0 }).execute();
    await runExport(deps, id);
    await user.set({ status: 1 }).execute();
    const failReason = '重新生成失败，仍可下载之前的文件：账号已停用，无法导出';
    expect(await row()).toMatchObject({ id, status: 1, fileSize: before.fileSize, failReason });
    expect((await fetchFile((await row()).pathUrl)).statusCode).toBe(200);
    // who waits for it is told that it failed
    expect((await c.post(`${files}/getDownLoadStatus`, { ids: [id] })).data).toMatchObject([
      { id, status: 2, failReason },
    ]);
    expect((await c.post(`${files}/retry`, { id })).code).toBe(200);
    await runExport(deps, id);
    expect(await row()).toMatchObject({ status: 1, failReason: null });
  });

  it('counts a file that is made again among the tasks on their way', async () => {
    const c = await fleetFixture(app, '重做公司');
    const old = (await c.post(exportApi, {})).data.id;
    await runExport(deps, old);
    const past = new Date(Date.now() - 6 * 86_400_000);
    await app.database.systemDb
      .updateTable('export_task')
      .set({ created_at: past, requested_at: past })
      .where('id', '=', old)
      .execute();
    for (let i = 0; i < 22; i++) await c.post(exportApi, {});
    expect((await c.post(`${files}/retry`, { id: old })).code).toBe(200);
    expect(await c.post(exportApi, {})).toMatchObject({ code: 4029 });
  });

  it('refuses links that are old, of another task or tampered with', async () => {
    const task = { id: '5', userId: '7' };
    const link = (url: string) =>
      Object.fromEntries(new URL(url, 'http://x').searchParams) as { id: string; expires: string; sign: string };
    const good = link(makeDownloadLink(app.secrets, task, 1_000_000));
    expect(isLinkValid(app.secrets, task, good, 1_000_000 + 599_000)).toBe(true);
    expect(isLinkValid(app.secrets, task, good, 1_000_000 + 601_000)).toBe(false);
    expect(isLinkValid(app.secrets, { ...task, userId: '8' }, good, 1_000_000)).toBe(false);
    expect(isLinkValid(app.secrets, { ...task, id: '6' }, good, 1_000_000)).toBe(false);
    expect(isLinkValid(app.secrets, task, { ...good, expires: '9999999999' }, 1_000_000)).toBe(false);
    for (const url of [`${files}/get?id=1&expires=9999999999&sign=x`, `${files}/get?id=1&expires=x&sign=`]) {
      expect((await fetchFile(url)).json()).toMatchObject({
        code: 4003,
        msg: '下载链接无效或已过期，请到下载管理中重新下载',
      });
    }
  });

  it('takes away parts of files that a process left when it died, and leaves those that are being written', async () => {
    const folder = join(app.config.filesDir, 'exports');
    const [left, leftToo, now] = ['9.zip.a.part', '9.zip.a.part.pdf', '9.zip.b.part'];
    for (const name of [left, leftToo, now]) writeFileSync(join(folder, name), '');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of [left, leftToo]) utimesSync(join(folder, name), longAgo, longAgo);
    await removeExpired(deps);
    expect(readdirSync(folder).filter((name) => name.startsWith('9.'))).toEqual([now]);
    rmSync(join(folder, now));
  });

  it('takes the file away after seven days and says so', async () => {
    const started = await a.post(exportApi, { fields: ['plateNo'] });
    await runExport(deps, started.data.id);
    const [task] = await statusOf(started.data.id);
    const { expire_at } = await app.database.systemDb
      .selectFrom('export_task')
      .select('expire_at')
      .where('id', '=', started.data.id)
      .executeTakeFirstOrThrow();
    expect(Math.round((Number(expire_at) - Date.now()) / 3_600_000)).toBe(7 * 24);
    await app.database.systemDb
      .updateTable('export_task')
      .set({ expire_at: new Date(Date.now() - 1000) })
      .where('id', '=', started.data.id)
      .execute();
    await removeExpired(deps);
    expect((await fetchFile(task.pathUrl)).json()).toMatchObject({ code: 4004, msg: '文件已过期，请重新导出' });
    const list = await a.post(`${files}/getDownLoadList`, {});
    expect(list.data.list.find((t: { id: string }) => t.id === started.data.id)).toMatchObject({
      expired: true,
      pathUrl: null,
    });
  });
});
