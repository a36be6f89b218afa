import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';

let app: TestApp;
let ours: FleetFixture;
let theirs: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  ours = await fleetFixture(app, '甲车队');
  theirs = await fleetFixture(app, '乙车队');
  await ours.addVehicle('沪A88801', { remarkNo: '一号Ab车', deviceId: ours.deviceIds[0] });
  await ours.addVehicle('沪A88802', { remarkNo: '50%_满' });
  await theirs.addVehicle('沪A88803', { remarkNo: '一号Ab车', deviceId: theirs.deviceIds[0] });
  await theirs.addVehicle('沪A88804');
});
afterAll(() => app.close());

const plates = async (q: Record<string, unknown>): Promise<string[]> =>
  (await ours.post(`${api}/page`, { sort: 'plateNo asc', ...q })).data.list.map((r: { plateNo: string }) => r.plateNo);
const picked = async (keyword: string): Promise<string[]> =>
  (await ours.post(`${api}/tree`, { keyword })).data
    .flatMap((fleet: { children: Array<{ name: string }> }) => fleet.children.map(({ name }) => name))
    .sort();

describe('text search', () => {
  it.each([
    ['a piece of a plate', { plateNo: '8880' }, ['沪A88801', '沪A88802']],
    ['small letters and separators', { plateNo: '沪a·88802' }, ['沪A88802']],
    ['several plates', { plateNo: '88801，88802' }, ['沪A88801', '沪A88802']],
    ['two signs', { plateNo: '02' }, ['沪A88802']],
    ['a short one among long ones', { plateNo: '88801 02' }, ['沪A88801', '沪A88802']],
    ['a remark whatever its letters', { remarkNo: '一号aB' }, ['沪A88801']],
    ['signs of patterns are signs', { remarkNo: '0%_' }, ['沪A88802']],
    ['nothing', { plateNo: '99999' }, []],
  ])('%s', async (_, q, found) => {
    expect(await plates(q)).toEqual(found);
  });

  it('a picker looks in plate, remark and terminal, in the own company only', async () => {
    expect(await picked('888')).toEqual(['沪A88801', '沪A88802']);
    expect(await picked('一号')).toEqual(['沪A88801']);
    expect(await picked('一号ab')).toEqual(['沪A88801']);
    const terminal = await app.database.systemDb
      .selectFrom('device')
      .select('terminal_no')
      .where('id', 'in', [ours.deviceIds[0] ?? '', theirs.deviceIds[0] ?? ''])
      .execute();
    const found = await Promise.all(terminal.map(({ terminal_no }) => picked(terminal_no)));
    expect(found.flat()).toEqual(['沪A88801']);
  });

  it('what another company shares in is found while it is shared, not by its terminal', async () => {
    const db = app.database.systemDb;
    const { id, terminal_no } = await db
      .selectFrom('vehicle as v')
      .innerJoin('device_binding as b', 'b.vehicle_id', 'v.id')
      .innerJoin('device as d', 'd.id', 'b.device_id')
      .select(['v.id', 'd.terminal_no'])
      .where('v.plate_no', '=', '沪A88803')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('vehicle_access')
      .values({ client_id: ours.clientId, vehicle_id: id, source: 'share', valid_from: new Date(Date.now() - 60_000) })
      .execute();
    expect(await plates({ plateNo: '888' })).toEqual(['沪A88801', '沪A88802', '沪A88803']);
    expect(await plates({ remarkNo: '一号Ab' })).toEqual(['沪A88801', '沪A88803']);
    expect(await picked(terminal_no)).toEqual([]);
    await db.updateTable('vehicle_access').set({ valid_until: new Date() }).where('source', '=', 'share').execute();
    expect(await plates({ plateNo: '888' })).toEqual(['沪A88801', '沪A88802']);
  });

  it('without any condition around them the functions still know only the tenant', async () => {
    const seen = await app.database.withTenant({ clientId: ours.clientId, provider: false }, async (trx) => {
      const asked = [
        'vehicles_with_plate(array[$$%888%$$])',
        'vehicles_with_remark($$%Ab%$$)',
        'vehicles_with_terminal($$%$$)',
      ];
      const lists = [];
      for (const call of asked)
        lists.push((await sql<{ id: string }>`select ${sql.raw(call)} as id`.execute(trx)).rows);
      return lists.map((rows) => rows.length);
    });
    expect(seen).toEqual([2, 1, 1]);
    // nobody's request: nothing
    const nobody = await sql`select vehicles_with_plate(array['%888%'])`.execute(app.database.systemDb);
    expect(nobody.rows).toEqual([]);
  });
});
