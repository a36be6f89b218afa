import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPiecesWords, type TripReport, type Verdict } from '@tongda/contract/reports/customized/trip-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf, writeExport } from '../../../../test/paper-kit';
import { append, storedAt } from '../../../../test/point-kit';
import { type Reading, readingDay, readingTruck } from '../../../../test/reading-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { unzipped } from '../../../../test/workbook-kit';
import { phasesOf } from './facts';

const minuteMs = 60_000;
const at = (minute: number): number => readingDay + minute * minuteMs;

let app: TestApp;
const dir = mkdtempSync(join(tmpdir(), 'trip-report-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

it('phases follow each other: cooling until loading, loading until leaving, then the way with each unloading', () => {
  const stops = [
    { kind: 'load' as const, name: '总仓', arriveAt: 30, leaveAt: 60 },
    { kind: 'unload' as const, name: '一店', arriveAt: 100, leaveAt: 120 },
    // nobody saw it leave: unloading ends where the next begins
    { kind: 'unload' as const, name: '二店', arriveAt: 150, leaveAt: null },
    { kind: 'unload' as const, name: '三店', arriveAt: 180, leaveAt: 200 },
  ];
  const trip = { loadAt: 30, departAt: 60, stops };
  const told = phasesOf(trip, { from: 0, until: 45 }, 200).map(
    (one) => `${one.phase}${one.name} ${one.from}-${one.until}`,
  );
  expect(told).toEqual([
    ...['cool 0-30', 'load总仓 30-60', 'drive 60-100', 'unload一店 100-120', 'drive 120-150'],
    ...['unload二店 150-180', 'unload三店 180-200'],
  ]);
  expect(phasesOf({ ...trip, loadAt: null, stops: [] }, null, 200)).toEqual([
    { phase: 'drive', name: '', from: 60, until: 200 },
  ]);
});

/** A truck that loads from 00:30, leaves at 01:00, unloads from 03:00 to 03:30 with its door open; 20 ℃ while it loads, 9 ℃ in the last twenty minutes. */
async function loadedTruck(name: string) {
  const readings: Reading[] = Array.from({ length: 37 }, (_, i) => i * 6).map((minute) => [
    minute,
    minute < 60 ? 20 : minute >= 192 ? 9 : 5,
    minute >= 186 && minute < 204,
  ]);
  const made = await readingTruck(app, name, readings);
  const { clientId, vehicleId } = made.vehicle;
  // the day of the readings is a fixed one
  await sql`update client set position_keep_months = 120 where id = ${clientId}`.execute(app.database.systemDb);
  const time = (minute: number) => new Date(at(minute));
  const { rows } = await sql<{
    id: string;
  }>`with w as (insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, from_name, to_name,
        plan_depart_at, plan_arrive_at, actual_depart_at, actual_arrive_at, load_started_at, busy_from, busy_until)
      values (${clientId}, ${`YD-${name}`}, 1, ${vehicleId}, 3, '总仓', '一店', ${time(60)}, ${time(180)}, ${time(60)}, ${time(180)}, ${time(30)}, ${time(0)}, ${time(240)})
      returning id),
    s as (insert into waybill_stop (client_id, waybill_id, seq, stop_type, name, arrive_at, leave_at)
      select ${clientId}, w.id, n, n, case n when 1 then '总仓' else '一店' end, case n when 1 then ${time(30)}::timestamptz else ${time(180)} end,
        case n when 1 then ${time(60)}::timestamptz else ${time(210)} end from w, generate_series(1, 2) n)
    select id::text from w`.execute(app.database.systemDb);
  const id = rows[0]?.id ?? '';
  const call = (path: string, input: object, who: string | null = made.token) =>
    app.post(path.startsWith('/') ? path : `/api/report/custom/temperature/${path}`, input, who ?? undefined);
  const print = async (path: string, input: object) => {
    const started = await call(path, input);
    expect(started.code, started.msg).toBe(200);
    return writeExport(app, started.data.id, dir);
  };
  return { ...made, id, call, print };
}

it('shows phases, stops with their doors, pieces that count and those that do not, and is the same as the row', async () => {
  const { id, call, ask } = await loadedTruck('详情');
  const { data } = await call('detail', { id });
  const { report } = data;
  expect(report).toMatchObject({
    ...{ loadTime: '2026-03-01 00:30:00', departTime: '2026-03-01 01:00:00', unloadTime: '2026-03-01 03:30:00' },
    ...{ verdict: 'pass', terminals: [expect.any(String)] },
    phases: [
      { phase: 'load', name: '总仓', minutes: 30, counts: false },
      { phase: 'drive', minutes: 120, counts: true },
      { phase: 'unload', name: '一店', minutes: 30, counts: true },
    ],
    pieces: [
      { startTime: '2026-03-01 00:30:00', endTime: '2026-03-01 01:00:00', counts: false, doors: '' },
      { startTime: '2026-03-01 03:12:00', minutes: 24, extreme: 9, counts: true, doors: '后门' },
    ],
    stops: [
      { kind: 'load', name: '总仓', opens: 0 },
      { kind: 'unload', name: '一店', opens: 1, openMin: 18, doors: '后门' },
    ],
  });
  expect(report.curve.phases).toHaveLength(3);
  const [row] = (await ask('custom/temperature/page')).data.list;
  expect(row).toMatchObject({ ...report.figures, loadTime: report.loadTime, endTime: report.unloadTime });
  expect(data).toMatchObject({ versions: [], shown: null });
  expect((await call('detail', { id, allowedMin: 10 })).data.report.verdict).toBe('fail');
  const { token: stranger } = await app.company('别家详情');
  expect((await call('detail', { id }, stranger)).code).toBe(4004);
  expect((await call('detail', { id, version: 1 }, stranger)).code).toBe(4004);
});

it('lists the worst times out of bounds of a noisy probe, and says how many more there are', async () => {
  const { id, vehicle, call, print } = await loadedTruck('噪声');
  // every five seconds the other side of 8 ℃ while it drives, once 20 ℃
  const noisy = Array.from({ length: 1_260 }, (_, i) =>
    storedAt(vehicle, at(70) + i * 5_000, { tempC: [i === 900 ? 20 : i % 2 === 0 ? 8.5 : 5] }),
  );
  await append(app.database, noisy, readingDay + 86_400_000);
  const { report } = (await call('detail', { id })).data;
  expect(report.pieces).toHaveLength(500);
  expect(report.pieces.length + report.piecesLeft).toBe(report.figures.overCount + 1);
  expect(report.piecesLeft).toBeGreaterThan(100);
  expect(Math.max(...report.pieces.map(({ extreme }: { extreme: number }) => extreme))).toBe(20);
  const times = report.pieces.map(({ startTime }: { startTime: string }) => startTime);
  expect(times).toEqual(times.toSorted());
  const { text } = await readPdf((await print('print', { id })).file);
  expect(text).toContain(`列出超得最多的500段，另有${report.piecesLeft}段没有列出`);
});

it('says that nothing was out of bounds only where there were readings and bounds', () => {
  const of = (reckoned: Verdict, ...probes: Array<{ max: number | null; limits: string }>) =>
    noPiecesWords({
      reckoned,
      // of a probe only these are asked
      probes: probes.map((one) => ({ verdict: reckoned, ...one })) as TripReport['probes'],
    });
  const [good, unbound] = [
    { max: 5, limits: '2~8℃' },
    { max: 5, limits: '' },
  ];
  expect(of('pass', good)).toBe('全程没有超温');
  expect(of('check', unbound)).toBe('没有上下限，未判断');
  const some = '有读数和上下限的探头全程没有超温，其余未判断';
  expect(of('check', good, unbound)).toBe(some);
  // a probe that read nothing
  expect(of('check', good, { max: null, limits: '2~8℃' })).toBe(some);
  expect(of('none', { max: null, limits: '2~8℃' })).toBe('没有读数，无法判断');
  expect(of('none')).toBe('没有读数，无法判断');
});

it('keeps each version that was handed out: a review makes the next one, the old one stays readable and is verified', async () => {
  const { id, call, print } = await loadedTruck('版本');
  const { file, failed } = await print('print', { id });
  expect(failed).toBeNull();
  const { text } = await readPdf(file);
  for (const words of ['单程温度报告', 'YD-版本', '合格', '停靠与开门', '只有在途和卸货计入结论', '一店'])
    expect(text).toContain(words);
  // asked for again it is the same one
  await print('print', { id });
  const review = { id, version: 0, verdict: 'fail', opinion: '客户拒收' };
  expect((await call('review', review)).code).toBe(200);
  await print('print', { id });
  const { versions } = (await call('detail', { id })).data;
  expect(versions).toMatchObject([
    { version: 2, verdict: 'fail', number: versions[1].number },
    { version: 1, verdict: 'pass', root: expect.stringMatching(/^[0-9a-f]{64}$/u) },
  ]);
  const old = (await call('detail', { id, version: 1 })).data;
  expect(old).toMatchObject({ shown: { version: 1 }, report: { verdict: 'pass', opinion: '', code: 'YD-版本' } });
  expect((await call('detail', { id, version: 3 })).code).toBe(4004);
  const [, { number, code }] = versions;
  const checked = await call('/api/open/verifyRecord', { number, code }, null);
  expect(checked.data).toMatchObject({
    state: 'intact',
    version: 1,
    latestVersion: 2,
    facts: { trip: { verdict: 'pass' } },
  });
  // what the report says of stops and way is for who has it
  expect(checked.data.facts.report).toBeUndefined();
});

it('is the same version while its day goes on, and the next one when a reading of its own time comes late', async () => {
  const { id, vehicle, print, call } = await loadedTruck('同日');
  const versions = async () => {
    expect((await print('print', { id })).failed).toBeNull();
    return (await call('detail', { id })).data.versions.map(({ version }: { version: number }) => version);
  };
  expect(await versions()).toEqual([1]);
  await append(app.database, [storedAt(vehicle, at(300), { tempC: [12] })]);
  expect(await versions()).toEqual([1]);
  await append(app.database, [storedAt(vehicle, at(101), { tempC: [5], flags: 7, receiveTime: at(500) })]);
  expect(await versions()).toEqual([2, 1]);
});

it('a record of the same truck and time is none of the report, and the report none of it', async () => {
  const { id, print, ask, call } = await loadedTruck('记录');
  await print('print', { id });
  const range = { startTime: '2026-03-01 00:30:00', endTime: '2026-03-01 03:29:59', temTimeInterval: '5' };
  const started = await ask('temHum/print', range);
  await writeExport(app, String(started.data.id), dir);
  expect((await call('detail', { id })).data.versions).toMatchObject([{ version: 1 }]);
});

it('packs chosen reports into one archive; what has none is named with the reason', async () => {
  const { id, vehicle, print, call } = await loadedTruck('压缩');
  const { rows } = await sql<{
    id: string;
  }>`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, from_name, to_name, plan_depart_at,
      plan_arrive_at, actual_depart_at, busy_from, busy_until)
    values (${vehicle.clientId}, 'YD-在途', 1, ${vehicle.vehicleId}, 2, '总仓', '二店', ${new Date(at(250))}, ${new Date(at(400))}, ${new Date(at(250))}, ${new Date(at(250))},
      ${new Date(at(400))}) returning id::text`.execute(app.database.systemDb);
  const running = rows[0]?.id ?? '';
  const { file, failed } = await print('printMany', { ids: [id, running] });
  expect(failed).toBeNull();
  const files = unzipped(readFileSync(file));
  expect([...files.keys()]).toEqual(['YD-压缩_第1版_1.pdf', '未生成的报告.txt']);
  expect(files.get('YD-压缩_第1版_1.pdf')?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(files.get('未生成的报告.txt')?.toString()).toContain('YD-在途：YD-在途卸货结束后才能生成报告');
  expect((await print('printMany', { ids: [running] })).failed).toContain('没有可生成的报告');
  expect((await call('printMany', { ids: [] })).msg).toBe('请选择单据');
  // cancelled on the way: what is not made yet is not sealed and gets no version
  await sql`update waybill set transport_status = 3, actual_arrive_at = ${new Date(at(280))} where id = ${running}`.execute(
    app.database.systemDb,
  );
  await append(app.database, [storedAt(vehicle, at(260), { tempC: [5] })]);
  const started = await call('printMany', { ids: [id, running] });
  await writeExport(app, started.data.id, dir, async () => {
    expect((await call('/api/file/download/cancel', { id: started.data.id })).code).toBe(200);
  });
  expect((await call('detail', { id: running })).data.versions).toEqual([]);
  expect(readdirSync(join(dir, 'exports')).filter((name) => name.startsWith(`${started.data.id}.`))).toEqual([]);
  expect((await print('printMany', { ids: [running] })).failed).toBeNull();
});

it('a link shows its customer the newest version without a login for the days that were chosen, until it is stopped', async () => {
  const { id, vehicle, call } = await loadedTruck('分享');
  expect((await call('share', { id, expireHours: 31 * 24 })).msg).toContain('有效期为1~30天');
  expect((await call('share', { id, expireHours: 25 })).code).toBe(4000);
  const made = await call('share', { id, expireHours: 30 * 24 });
  expect(made.code, made.msg).toBe(200);
  const token = String(made.data.url).split('/').at(-1) ?? '';
  const view = (of = token) => call('/api/open/tripTemperature', { token: of }, null);
  const seen = await view();
  expect(seen.data).toMatchObject({ report: { code: 'YD-分享', verdict: 'pass' }, issued: { version: 1 } });
  // it opens nothing else, and another page's link opens no report
  expect((await call('/api/open/trip', { token }, null)).code).toBe(4004);
  await append(app.database, [storedAt(vehicle, at(100), { tempC: [5], flags: 7, receiveTime: at(500) })]);
  await call('review', { id, version: 0, verdict: 'check', opinion: '等待客户确认' });
  await call('share', { id, expireHours: 24 });
  expect((await view()).data).toMatchObject({ issued: { version: 2 }, report: { verdict: 'check' } });
  const links = (await call('shareList', { id })).data;
  expect(links).toMatchObject([
    { live: true, views: 0 },
    { live: true, views: 2 },
  ]);
  const first = links[1].id;
  expect((await call('/api/report/trip/shareRevoke', { id: first })).code).toBe(4004);
  const { token: stranger } = await app.company('别家分享');
  expect((await call('shareRevoke', { id: first }, stranger)).code).toBe(4004);
  expect((await call('shareRevoke', { id: first })).code).toBe(200);
  expect(await view()).toMatchObject({ code: 4004, msg: '链接已失效，请联系对方重新获取' });
  expect((await view('x'.repeat(32))).code).toBe(4004);
});

it('a print under other bounds leaves what a link shows, and the same bounds again are the same version', async () => {
  const { id, call, print } = await loadedTruck('判定');
  const { data: made } = await call('share', { id, expireHours: 24 });
  const token = String(made.url).split('/').at(-1) ?? '';
  const view = async () => (await call('/api/open/tripTemperature', { token }, null)).data;
  const versions = async () => (await call('detail', { id })).data.versions;
  expect(await view()).toMatchObject({ issued: { version: 1 }, report: { verdict: 'pass' } });
  expect((await print('print', { id, allowedMin: 10 })).failed).toBeNull();
  expect(await versions()).toMatchObject([
    { version: 2, verdict: 'fail', judging: '允许超限10分，上下限按单据或探头' },
    { version: 1, verdict: 'pass', judging: '允许超限30分，上下限按单据或探头' },
  ]);
  expect(await view()).toMatchObject({ issued: { version: 1 }, report: { verdict: 'pass' } });
  // the first bounds again: still what they said
  await print('print', { id });
  const [{ number }, { code }] = await versions();
  expect(await versions()).toHaveLength(2);
  // and whoever checks it is not sent for the other one
  expect((await call('/api/open/verifyRecord', { number, code }, null)).data).toMatchObject({
    version: 1,
    latestVersion: 1,
  });
  // a conclusion that somebody gives reaches the link with the next version of its own bounds
  await call('review', { id, version: 0, verdict: 'fail', opinion: '客户拒收' });
  await print('print', { id, zone: 'drug', upper: 7 });
  expect(await view()).toMatchObject({ issued: { version: 1 } });
  await print('print', { id });
  expect(await view()).toMatchObject({ issued: { version: 4 }, report: { verdict: 'fail' } });
  expect((await versions())[1].judging).toBe('允许超限30分，药品 2~8℃，上限 7℃');
});

it('a link is open only while its trip stands in the list, where it can be stopped', async () => {
  const { id, vehicle, call } = await loadedTruck('有页');
  const { data: made } = await call('share', { id, expireHours: 24 });
  const token = String(made.url).split('/').at(-1) ?? '';
  const codes = async (...changes: ReadonlyArray<ReturnType<typeof sql>>) => {
    for (const change of changes) await change.execute(app.database.systemDb);
    return (await call('/api/open/tripTemperature', { token }, null)).code;
  };
  expect(await codes()).toBe(200);
  const { vehicleId } = vehicle;
  expect(await codes(sql`update vehicle set deleted_at = now() where id = ${vehicleId}`)).toBe(4004);
  const back = sql`update vehicle set deleted_at = null where id = ${vehicleId}`;
  expect(await codes(back, sql`update waybill set voided_at = now() where id = ${id}`)).toBe(4004);
  const unvoided = sql`update waybill set voided_at = null where id = ${id}`;
  expect(await codes(unvoided, sql`update waybill set transport_status = 1 where id = ${id}`)).toBe(4004);
  // under way again: what was handed out stays, and its links are listed
  expect(await codes(sql`update waybill set transport_status = 2, actual_arrive_at = null where id = ${id}`)).toBe(200);
  expect((await call('shareList', { id })).data).toMatchObject([{ live: true }]);
  expect(await call('share', { id, expireHours: 24 })).toMatchObject({ code: 4011 });
});

it('makes no version of readings that are gone: a link shows the last one, a print says why there is none', async () => {
  const { id, vehicle, call, print } = await loadedTruck('清理');
  const share = (more: object = {}) => call('share', { id, expireHours: 24, ...more });
  expect((await share()).code).toBe(200);
  const { systemDb } = app.database;
  await sql`update client set position_keep_months = 6 where id = ${vehicle.clientId}`.execute(systemDb);
  const made = await share();
  expect(made.code, made.msg).toBe(200);
  const token = String(made.data.url).split('/').at(-1) ?? '';
  const seen = await call('/api/open/tripTemperature', { token }, null);
  expect(seen.data).toMatchObject({ issued: { version: 1 }, report: { verdict: 'pass' } });
  const why = 'YD-清理期间没有读数，或已过保存期，不能生成报告；生成过的版本在详情里查看';
  expect(await share({ allowedMin: 5 })).toMatchObject({ code: 4011, msg: why });
  expect((await print('print', { id })).failed).toBe(why);
  // the time to keep is longer again, and the readings are gone all the same
  await sql`update client set position_keep_months = 120 where id = ${vehicle.clientId}`.execute(systemDb);
  await sql`delete from position where vehicle_id = ${vehicle.vehicleId}`.execute(systemDb);
  await sql`delete from position_hour where vehicle_id = ${vehicle.vehicleId}`.execute(systemDb);
  expect((await print('print', { id })).failed).toBe(why);
  expect((await share()).code).toBe(200);
  expect((await call('detail', { id })).data.versions).toMatchObject([{ version: 1, verdict: 'pass' }]);
});

it('waits with the end of unloading for the truck to leave where its arrival stands in for the count', async () => {
  const { id, call } = await loadedTruck('到达即完成');
  const { systemDb } = app.database;
  const endAfter = async (arrived: string): Promise<string | null> => {
    await sql`update waybill set load_started_at = now() - ${arrived}::interval - interval '2 hours', actual_depart_at = now() - ${arrived}::interval - interval '1 hour',
        actual_arrive_at = now() - ${arrived}::interval where id = ${id}`.execute(systemDb);
    return (await call('detail', { id })).data.report.unloadTime;
  };
  await sql`update waybill_stop set arrive_at = now() - interval '1 hour', leave_at = null, stop_status = 2 where waybill_id = ${id} and seq = 2`.execute(
    systemDb,
  );
  expect(await endAfter('1 hour')).toBeNull();
  // nobody follows its fence any more
  expect(await endAfter('4 days')).not.toBeNull();
  await sql`update waybill_stop set leave_at = now() where waybill_id = ${id} and seq = 2`.execute(systemDb);
  expect(await endAfter('1 hour')).not.toBeNull();
});
