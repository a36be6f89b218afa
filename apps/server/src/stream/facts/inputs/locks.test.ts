import { lockAction, lockWay } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../../test/stream-kit';
import { type TestDb, testDb } from '../../../../test/test-db';
import { Inputs } from './types';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const at = (hour: number): number => Date.parse('2026-03-02T00:00:00+08:00') + hour * 3_600_000;
const sorted = (set: ReadonlySet<number> | undefined): number[] => [...(set ?? [])].sort();

it('knows at each moment which doors have a closed lock: by name, while it was bound, as far as it was allowed', async () => {
  const { clientId, vehicleId } = await makeVehicle(db, `locks ${Math.random()}`);
  const lock = async (lockNo: string): Promise<string> =>
    (
      await db.systemDb
        .insertInto('bluetooth_lock')
        .values({ client_id: clientId, lock_no: lockNo })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const bind = (lockId: string, door: string, from: number, to: number | null) =>
    sql`insert into lock_binding (client_id, lock_id, vehicle_id, door_pos, name, during) values (${clientId}, ${lockId}, ${vehicleId}, ${door}, '',
      tstzrange(${new Date(from)}, ${to === null ? null : new Date(to)}))`.execute(db.systemDb);
  const told = (lockId: string, action: number, hour: number, allowed = true) =>
    db.systemDb
      .insertInto('lock_open_log')
      .values({
        client_id: clientId,
        lock_id: lockId,
        action,
        way: lockWay.bluetooth,
        allowed,
        at: new Date(at(hour)),
      })
      .execute();
  for (const [channel, name] of [
    [1, '后门'],
    [2, '侧门'],
  ] as const)
    await db.systemDb
      .insertInto('probe')
      .values({ client_id: clientId, vehicle_id: vehicleId, kind: 'door', channel, name })
      .execute();
  const [rear, other] = [await lock('L1'), await lock('L2')];
  await bind(rear, '后门', at(0), at(20));
  await bind(other, '', at(0), null);
  await told(rear, lockAction.close, 8);
  await told(rear, lockAction.open, 9, false);
  await told(rear, lockAction.open, 10);
  await told(rear, lockAction.close, 11);
  await told(other, lockAction.close, 12);

  const inputs = new Inputs(db.systemDb, undefined, () => at(30));
  await inputs.load(clientId, vehicleId);
  const locked = (hour: number) => sorted(inputs.at(clientId, vehicleId, at(hour))?.around.lockedDoors);
  // 9:00 was refused; a lock without the name of a door is taken for all of them; at 20:00 the rear door's lock was taken off
  expect([7, 8, 9.5, 10, 11, 12].map(locked)).toEqual([
    [],
    [1, 3, 4, 5, 6, 7],
    [1, 3, 4, 5, 6, 7],
    [],
    [1, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
  await told(other, lockAction.open, 13);
  inputs.forget(clientId);
  await inputs.load(clientId, vehicleId);
  expect([12.5, 13, 20].map(locked)).toEqual([[1, 2, 3, 4, 5, 6, 7], [1, 3, 4, 5, 6, 7], []]);
});
