import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { servedReports } from './bind';

/* A report that shows nothing of the chosen vehicles says so when that is no wonder: report.md 3.1, 4.5 and 5.1, for every report that needs a probe, a tank or a door. */

let app: TestApp;
let asked: (path: string, vehicleIds: string[]) => Promise<{ code: number; msg: string }>;
let bare: string;
let over: string;
beforeAll(async () => {
  app = await testApp();
  const { token } = await app.company('无数据公司');
  bare = (await makeVehicle(app.database, '无数据公司')).vehicleId;
  over = (await makeVehicle(app.database, '无数据公司')).vehicleId;
  await sql`update vehicle set tem_count = 1, oil_count = 1, door_count = 1, service_end = '2026-02-10' where id = ${over}`.execute(
    app.database.systemDb,
  );
  await sql`update vehicle set tem_count = 0, oil_count = 0, door_count = 0 where id = ${bare}`.execute(
    app.database.systemDb,
  );
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59', page: 1, size: 15 };
  asked = (path, vehicleIds) => app.post(path, { ...range, vehicleIds }, token);
});
afterAll(() => app.close());

const words = { tem: '未安装温度探头', door: '未安装门磁', oil: '未安装油量传感器' } as const;
const needing = servedReports.flatMap(({ report }) => {
  const [need] = report.filters.vehicleIds?.pick?.equip ?? [];
  return need ? [[report.title, report.page.path, words[need]] as const] : [];
});

describe.each(needing)('%s', (_, path, sentence) => {
  it('says that none of the chosen vehicles has what it is about', async () => {
    expect(await asked(path, [bare])).toMatchObject({ code: 4011, msg: expect.stringContaining(sentence) });
  });

  it('says that the service ended before', async () => {
    const { code, msg } = await asked(path, [over]);
    expect([code, msg]).toEqual([4011, expect.stringMatching(/服务已于2026-02-10到期，仅可查询到期前数据|未安装/u)]);
  });
});

it('says nothing of the kind where a vehicle of several could have had something', async () => {
  const [first] = needing.filter(([, path]) => path.includes('overTemperature'));
  await sql`update vehicle set service_end = null where id = ${over}`.execute(app.database.systemDb);
  expect((await asked(first?.[1] ?? '', [bare, over])).code).toBe(200);
});
