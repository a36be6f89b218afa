import type { PositionMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { memoryBus } from '../src/core/bus/memory';
import { readTrack } from '../src/modules/watch/track/repo';
import { type StreamOptions, startStream } from '../src/stream/pipeline';
import type { TestDb } from './test-db';

let made = 0;
let trucks = 0;

/** A company with one vehicle and one bound device. */
export async function makeVehicle(
  db: TestDb,
  clientName?: string,
): Promise<{ clientId: string; vehicleId: string; deviceId: string }> {
  const { systemDb } = db;
  const number = ++made;
  const name = clientName ?? `company ${number}`;
  const { id: clientId } = await systemDb
    .insertInto('client')
    // terminals of tests speak without registering first, unless a test is about that
    .values({ name, terminal_policy: 'tolerant' })
    .onConflict((c) => c.column('name').doUpdateSet({ name, terminal_policy: 'tolerant' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const truck = await makeTruck(db, clientId, `沪A${10_000 + number}`);
  return { clientId, ...truck };
}

/** A vehicle of a company with a device that is bound for good. The device's number is stored as the gateway looks it up: without leading zeros. */
export async function makeTruck(
  { systemDb }: Pick<TestDb, 'systemDb'>,
  clientId: string,
  plate: string,
  mileageCoefficient?: string,
): Promise<{ vehicleId: string; deviceId: string }> {
  const { id: vehicleId } = await systemDb
    .insertInto('vehicle')
    .values({
      client_id: clientId,
      plate_no: plate,
      ...(mileageCoefficient ? { mileage_coefficient: mileageCoefficient } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: deviceId } = await systemDb
    .insertInto('device')
    .values({ client_id: clientId, terminal_no: plate, phone_key: String(19_000_000_000 + ++trucks) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await systemDb
    .insertInto('device_binding')
    .values({
      client_id: clientId,
      device_id: deviceId,
      vehicle_id: vehicleId,
      during: sql`tstzrange('2000-01-01', null)`,
    })
    .execute();
  return { vehicleId, deviceId };
}

/** A located report at `t` (epoch ms) received at once, 上海, unless said otherwise. */
export function report(
  who: { clientId: string; vehicleId: string | null; deviceId: string },
  t: number,
  more: Partial<PositionMessage> = {},
): PositionMessage {
  return {
    ...who,
    deviceTime: t,
    receiveTime: t + 200,
    lng: 121.4737,
    lat: 31.2304,
    altitudeM: 5,
    speedKmh: 0,
    directionDeg: 90,
    located: true,
    acc: true,
    odometerM: null,
    alarmBits: 0,
    statusBits: 3,
    late: false,
    channels: {},
    rawItems: null,
    ...more,
  };
}

/** The stream on a bus of its own, as the processor role starts it. */
export async function testStream(db: TestDb, options: Partial<StreamOptions> = {}) {
  const bus = memoryBus();
  const quiet = { warn: () => undefined, error: () => undefined };
  const stream = await startStream({
    bus,
    database: db,
    readTrack: (vehicleId, from, to) => readTrack(db.systemDb, { vehicleId, from, to, neighbours: true }),
    log: quiet,
    maxWaitMs: 5,
    scanMs: 3_600_000,
    ...options,
  });
  const send = (message: PositionMessage) => bus.publish('position', message.deviceId, [message]);
  return { bus, stream, send };
}

/** Stored points of a device: how often each device time is there. */
export async function storedTimes(db: TestDb, deviceId: string): Promise<number[]> {
  const rows = await db.systemDb
    .selectFrom('position')
    .select('device_time')
    .where('device_id', '=', deviceId)
    .orderBy('device_time')
    .execute();
  return rows.map((row) => row.device_time.getTime());
}
