import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { servedReports } from './bind';

/* The head of a file says in words what was asked for: a vehicle by its plate, never by the number of its row. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59', format: 'csv' };
let companies = 0;
/** A company of its own, as files are bounded a minute; answers how the head of a file asked for there reads. */
async function newCompany() {
  const name = `表头公司${++companies}`;
  const { token, clientId } = await app.company(name);
  const conditionOf = async (path: string, more: object): Promise<string> => {
    const answer = await app.post(path, { ...range, ...more }, token);
    expect(answer).toMatchObject({ code: 200 });
    const { rows } = await sql<{
      condition: string;
    }>`select condition from export_task where id = ${answer.data.id}`.execute(app.database.systemDb);
    return rows[0]?.condition ?? '';
  };
  return { name, clientId, conditionOf };
}

const ofVehicles = servedReports.flatMap(({ report }) =>
  report.filters.vehicleIds ? [[report.title, report.exportCall.path] as const] : [],
);

describe.each(ofVehicles)('%s', (_, path) => {
  it('names the chosen vehicles by their plates', async () => {
    const { name, conditionOf } = await newCompany();
    const { vehicleId } = await makeVehicle(app.database, name);
    const { rows } = await sql<{
      plate: string;
    }>`update vehicle set tem_count = 1, oil_count = 1, door_count = 1 where id = ${vehicleId} returning plate_no as plate`.execute(
      app.database.systemDb,
    );
    expect(await conditionOf(path, { vehicleIds: [vehicleId] })).toMatch(
      new RegExp(`车辆：${rows[0]?.plate ?? 'none'}(；|$)`, 'u'),
    );
  });
});

it('names twenty, and says how many there are', async () => {
  const { clientId, conditionOf } = await newCompany();
  const { rows } = await sql<{
    id: string;
    plate: string;
  }>`insert into vehicle (client_id, plate_no) select ${clientId}::bigint, '沪H' || (10000 + i) from generate_series(1, 25) i
    returning id::text, plate_no as plate`.execute(app.database.systemDb);
  const condition = await conditionOf('/api/report/parking/export', { vehicleIds: rows.map(({ id }) => id) });
  const named = rows.slice(0, 20).map(({ plate }) => plate);
  expect(condition).toContain(`车辆：${named.join('、')}等25辆车`);
  expect(condition).not.toContain(rows[20]?.plate);
});

it('names places, and gives numbers their unit', async () => {
  const { clientId, conditionOf } = await newCompany();
  const { rows } = await sql<{
    id: string;
  }>`insert into place (client_id, kind, name, place_type) values (${clientId}, 'site', '北仓库', 1) returning id::text`.execute(
    app.database.systemDb,
  );
  const of = servedReports.flatMap(({ report }) =>
    Object.entries(report.filters).flatMap(([name, { kind }]) => (kind === 'places' ? [{ report, name }] : [])),
  );
  expect(of.length).toBeGreaterThan(0);
  for (const { report, name } of of)
    expect(await conditionOf(report.exportCall.path, { [name]: [rows[0]?.id] })).toContain('：北仓库');
  expect(await conditionOf('/api/report/parking/export', { parkingDuration: 30 })).toMatch(/：30分(；|$)/u);
});
