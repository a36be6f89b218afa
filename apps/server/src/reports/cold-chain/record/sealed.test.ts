import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf, writeExport } from '../../../../test/paper-kit';
import { append, storedAt } from '../../../../test/point-kit';
import { type Reading, readingDay, readingTruck, sceneTruck } from '../../../../test/reading-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { unzipped } from '../../../../test/workbook-kit';
import { wireTime } from '../../../core/http/answer/wire-time';

let app: TestApp;
const dir = mkdtempSync(join(tmpdir(), 'record-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

type Truck = Pick<Awaited<ReturnType<typeof readingTruck>>, 'ask' | 'vehicle'>;

/** Every ten minutes 5.0 ℃; from 02:00 to 02:20 9.4 ℃ with the door open; nothing from 05:00 to 06:00. */
const night: Reading[] = Array.from({ length: 73 }, (_, i) => i * 10)
  .filter((minute) => minute <= 300 || minute >= 360)
  .map((minute) => (minute >= 120 && minute <= 140 ? [minute, 9.4, true] : [minute, 5]));
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 12:00:00' };

/** Runs an export as the worker does; answers the path of its file, or why there is none. */
async function make({ ask }: Truck, path: string, more: object = {}): Promise<{ file: string; failed: string | null }> {
  const started = await ask(path, { ...range, ...more });
  expect(started.code, started.msg).toBe(200);
  // the answer of an export is its task
  const { id } = started.data as unknown as { id: string };
  return writeExport(app, id, dir);
}

const recordsOf = ({ vehicle }: Truck) =>
  app.database.systemDb
    .selectFrom('temperature_record')
    .select(['number', 'version', sql<string>`encode(root, 'hex')`.as('root')])
    .where('vehicle_id', '=', vehicle.vehicleId)
    .orderBy('id')
    .execute();
const verify = async (number: string, code: string) => app.post('/api/open/verifyRecord', { number, code });

it('prints head, verdict, probes, curve, deviations, seal, signatures and the interval table', async () => {
  const truck = await readingTruck(app, '封存公司', night);
  await sql`update probe set sn = 'XT-20417', cert_no = 'SZ-26-08812', cert_end = '2027-03-11' where vehicle_id = ${truck.vehicle.vehicleId} and kind = 'tem'`.execute(
    app.database.systemDb,
  );
  const said = { ...range, vehicleId: truck.vehicle.vehicleId, text: '两点到货等待卸货，后门敞开' };
  expect((await truck.ask('temHum/remark', said)).code).toBe(200);
  const { file, failed } = await make(truck, 'temHum/print');
  expect(failed).toBeNull();
  const { pages, text } = await readPdf(file);
  const [record] = await recordsOf(truck);
  if (!record) throw new Error('no record');
  expect(record.number).toMatch(/^TH-\d{8}-\d{4}$/u);
  expect(pages.length).toBe(2);
  for (const words of [
    ...['冷链运输温湿度记录', '封存公司', record.number, '有偏差', '2026-03-01 00:00 ~ 2026-03-01 12:00'],
    // 02:00 to 02:30: the last sample outside holds until the next one
    ...['超出上下限 1 次，各探头合计 30 分', '后仓', 'XT-20417', 'SZ-26-08812', '至 2027-03-11', '2 ~ 8', '30 分'],
    ...['03-01 02:00–02:30', '后仓 高于上限', '极值 9.4，偏差 1.4', '42.0 °C·分', '已封存', '司机', '收货人', '质量'],
    ...[
      'https://cc.example.com/verify',
      '第 1 页，共 2 页',
      '间隔记录表',
      '开关门',
      '缺失',
      '逐日封存',
      '计算口径',
      '两点到货等待卸货，后门敞开',
    ],
  ])
    expect(text).toContain(words);
  const spaced = record.root.toUpperCase().replace(/(.{4})(?=.)/gu, '$1 ');
  expect(text).toContain(spaced.slice(0, 39));
  // gaps stay gaps: the five slots without a report are crossed out, and the legend says what that means
  expect(pages[1]?.match(/×/gu)).toHaveLength(6);
});

it('marks in which rows the unit defrosted, and lists the modes of its running', async () => {
  const airs = [
    ['回风', -25, -12],
    ['送风', null, null],
  ] as const;
  const truck = await sceneTruck(app, '除霜公司', airs, [480, 600], (m) => ({
    tempC: [-18, m > 500 && m <= 514 ? -10 : -24],
  }));
  const asked = { startTime: `${truck.date} 08:00:00`, endTime: `${truck.date} 09:59:59`, temTimeInterval: '10' };
  const { list } = (await truck.ask('temHum/list', asked)).data;
  const frosted = list.filter(({ chiller }) => chiller === 'frost');
  // the last report of the ten minutes that end at 08:30 came in the defrost
  expect(frosted.map(({ time }) => String(time).slice(11, 16))).toContain('08:30');
  expect(frosted.length).toBeLessThan(3);
  expect(list.filter(({ chiller }) => chiller === 'on').length).toBeGreaterThan(8);
  const { file, failed } = await make(truck, 'temHum/print', asked);
  expect(failed).toBeNull();
  const { text } = await readPdf(file);
  expect(text).toContain('霜 除霜');
  expect(text).toMatch(/冷机运行 3 段/u);
  expect(text).toMatch(/08:20 – [-\d]+ 08:34 除霜 14 分/u);
  // the legend, and a mark a row
  expect(text.match(/霜/gu)?.length).toBeGreaterThanOrEqual(4 + frosted.length);
});

it.runIf(spawnSync('pdftotext', ['-v']).status === 0)('is read by pdftotext like by a browser', async () => {
  const truck = await readingTruck(app, '文本公司', night);
  const { file } = await make(truck, 'temHum/print');
  const [record] = await recordsOf(truck);
  const text = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' }).stdout.replace(/\s+/gu, ' ');
  for (const words of ['冷链运输温湿度记录', '文本公司', record?.number, '极值 9.4，偏差 1.4', '第 2 页，共 2 页'])
    expect(text).toContain(words);
});

it('is verified by number and code without a login, and says when a reading was changed', async () => {
  const truck = await readingTruck(app, '校验公司', night);
  await make(truck, 'temHum/print');
  const [record] = await recordsOf(truck);
  if (!record) throw new Error('no record');
  const code = `${record.root.slice(0, 4)} ${record.root.slice(4, 8)}`;
  const answer = await verify(record.number.toLowerCase(), code);
  expect(answer).toMatchObject({
    code: 200,
    data: { state: 'intact', version: 1, latestVersion: 1, root: record.root },
  });
  expect(answer.data.facts).toMatchObject({ company: '校验公司', probes: [{ probe: '后仓', max: 9.4, overMin: 30 }] });
  expect(answer.data.days).toMatchObject([{ day: '2026-03-01', state: 'intact', samples: night.length }]);
  const wrong = record.root.startsWith('0') ? '1' : '0';
  expect(await verify(record.number, `${wrong}${record.root.slice(1, 8)}`)).toMatchObject({
    code: 4004,
    msg: '没有这份记录，请核对记录号和校验码',
  });
  expect(await verify(record.number, '123')).toMatchObject({ code: 4000 });
});

it('tells a changed reading to who verifies the record', async () => {
  const truck = await readingTruck(app, '改数公司', night);
  await make(truck, 'temHum/print');
  const [record] = await recordsOf(truck);
  if (!record) throw new Error('no record');
  await sql`update position set temp_c[1] = 7.9 where vehicle_id = ${truck.vehicle.vehicleId} and device_time = ${new Date(readingDay + 130 * minuteMs)}`.execute(
    app.database.systemDb,
  );
  const { data } = await verify(record.number, record.root.slice(0, 8));
  expect(data).toMatchObject({ state: 'changed', days: [{ state: 'changed', since: '2026-03-01 02:00:00' }] });
});

const gspRange = { startTime: '2026-03-01 01:00:00', endTime: '2026-03-01 03:59:59' };
const gspOf = async (truck: Truck) => {
  const { file, failed } = await make(truck, 'temHum/print', { ...gspRange, zone: 'drug' });
  expect(failed).toBeNull();
  return (await readPdf(file)).text;
};
it('says on the screen which days are sealed, and checks them when it is asked', async () => {
  const truck = await readingTruck(app, '可验证公司', night);
  const { vehicleId } = truck.vehicle;
  const seals = async (more: object = {}) =>
    (await truck.ask('temHum/seals', { vehicleId, ...more })).data.days as Array<Record<string, unknown>>;
  expect(await seals()).toEqual([]);
  await make(truck, 'temHum/print');
  const [record] = await recordsOf(truck);
  const day = { day: '2026-03-01', version: 1, samples: night.length };
  expect(await seals()).toMatchObject([{ ...day, root: expect.stringMatching(/^[0-9a-f]{64}$/u), state: null }]);
  expect(await seals({ check: true })).toMatchObject([{ ...day, state: 'intact', since: null }]);
  expect(record?.version).toBe(1);
  // another day is another seal, and another company sees none
  expect(await seals({ startTime: '2026-03-02 00:00:00', endTime: '2026-03-02 12:00:00' })).toEqual([]);
  const { token } = await app.company('别家可验证公司');
  expect((await app.post('/api/report/temHum/seals', { vehicleId, ...range }, token)).data).toEqual({ days: [] });
  await sql`update position set temp_c = array[4.9]::real[] where vehicle_id = ${vehicleId}
    and device_time = ${new Date(readingDay + 60 * minuteMs)}`.execute(app.database.systemDb);
  expect(await seals({ check: true })).toMatchObject([{ state: 'changed', since: '2026-03-01 01:00:00' }]);
});

it('GSP conformity of a trip: the preset of medicine is the limit, each rule of K16 is judged, gaps are none that are good', async () => {
  // the probe's own bounds are 2-8 in the kit; 1.5 ℃ for six minutes, and nothing from 02:00 to 02:20
  const readings: Reading[] = Array.from({ length: 60 }, (_, i) => 60 + i * 3)
    .filter((minute) => minute <= 120 || minute >= 140)
    .map((minute) => [minute, minute === 90 || minute === 93 ? 1.5 : 5] as const);
  const truck = await readingTruck(app, '药品公司', readings);
  await sql`update probe set lower_limit = 0, upper_limit = 10 where vehicle_id = ${truck.vehicle.vehicleId} and kind = 'tem'`.execute(
    app.database.systemDb,
  );
  const text = await gspOf(truck);
  for (const words of [
    ...[
      '药品GSP符合性',
      '结论：不符合，5 项',
      '温度在 2 ~ 8 °C 以内 超限 1 次，极值 1.5 °C 不符合',
      '测点不少于 2 个 1 个 不符合',
    ],
    ...['运输中记录间隔不超过 5 分 1 段超过', '超限时记录间隔不超过 2 分 2 段超过 不符合'],
    ...['探头校准证书在有效期内 后仓 无有效证书 不符合', '有偏差'],
  ])
    expect(text).toContain(words);
});

it('GSP conformity of a trip that was as it should be lacks the second probe and the certificate alone, and goods of another kind have no such list', async () => {
  const readings: Reading[] = Array.from({ length: 91 }, (_, i) => [60 + i * 2, 5] as const);
  const truck = await readingTruck(app, '合格药品公司', readings);
  const held = await make(truck, 'temHum/print', gspRange);
  expect((await readPdf(held.file)).text).not.toContain('药品GSP符合性');
  expect(await gspOf(truck)).toContain('结论：不符合，2 项');
});

it('is the same record while nothing is new; late data makes a new version and the old one still holds', async () => {
  const truck = await readingTruck(app, '补传公司', night);
  await make(truck, 'temHum/print');
  await make(truck, 'temHum/print');
  const [first, ...none] = await recordsOf(truck);
  expect(none).toEqual([]);
  const t = readingDay + 330 * minuteMs;
  await append(app.database, [storedAt(truck.vehicle, t, { tempC: [5.5], flags: 7, receiveTime: t + 5 * 3_600_000 })]);
  await make(truck, 'temHum/print');
  const [, second] = await recordsOf(truck);
  expect(second).toMatchObject({ number: first?.number, version: 2 });
  const old = await verify(first?.number ?? '', first?.root.slice(0, 8) ?? '');
  expect(old.data).toMatchObject({ state: 'intact', version: 1, latestVersion: 2 });
  expect((await verify(second?.number ?? '', second?.root.slice(0, 8) ?? '')).data).toMatchObject({
    state: 'intact',
    version: 2,
  });
});

it('is the same record a second later when its time still runs and nothing came', async () => {
  const truck = await readingTruck(app, '在途公司', []);
  const t = Math.floor(Date.now() / 1000) * 1000 - 20 * minuteMs;
  const readings = [0, 5, 10].map((minute) => storedAt(truck.vehicle, t + minute * minuteMs, { tempC: [5] }));
  await append(app.database, readings);
  const running = {
    startTime: wireTime(t - 60 * minuteMs, 'Asia/Shanghai'),
    endTime: wireTime(t + 120 * minuteMs, 'Asia/Shanghai'),
  };
  await make(truck, 'temHum/print', running);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await make(truck, 'temHum/print', running);
  expect(await recordsOf(truck)).toHaveLength(1);
  await append(app.database, [storedAt(truck.vehicle, t + 15 * minuteMs, { tempC: [5.1] })]);
  await make(truck, 'temHum/print', running);
  expect((await recordsOf(truck)).map(({ version }) => version)).toEqual([1, 2]);
});

it('stands in the head of a sheet too', async () => {
  const truck = await readingTruck(app, '表头公司', night);
  const { file } = await make(truck, 'temHum/export', { format: 'csv' });
  const [record] = await recordsOf(truck);
  const line = readFileSync(file, 'utf8')
    .split('\r\n')
    .find((one) => one.startsWith('已封存'));
  expect(line).toContain(`记录号 ${record?.number}`);
  expect(line).toContain(`链根 ${record?.root.toUpperCase()}`);
  expect(line).toContain(
    `https://cc.example.com/verify?no=${record?.number}&code=${record?.root.slice(0, 8).toUpperCase()}`,
  );
});

it('brings the QR code of its check in a workbook', async () => {
  const truck = await readingTruck(app, '表格公司', night);
  const { file } = await make(truck, 'temHum/export', { format: 'xlsx' });
  const [record] = await recordsOf(truck);
  const parts = unzipped(readFileSync(file));
  const code = record?.root.slice(0, 8).toUpperCase();
  expect(parts.get('xl/drawings/drawing1.xml')?.toString()).toContain(
    `https://cc.example.com/verify?no=${record?.number}&amp;code=${code}`,
  );
  expect(parts.get('xl/media/code1.png')?.subarray(1, 4).toString()).toBe('PNG');
});

it('refuses several vehicles, and a table that nobody would print', async () => {
  const truck = await readingTruck(app, '拒绝公司', night);
  const other = await readingTruck(app, '拒绝公司二', night);
  const ids = [truck.vehicle.vehicleId, other.vehicle.vehicleId];
  expect((await make(truck, 'temHum/print', { vehicleIds: ids })).failed).toBe('一份封存记录只含一辆车，请只选一辆');
  const month = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59', temTimeInterval: '5' };
  expect((await make(truck, 'temHum/print', month)).failed).toBe('列表超过5000行，请缩小时间范围或加大间隔');
  expect(await recordsOf(truck)).toEqual([]);
});
