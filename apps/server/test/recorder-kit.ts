import type { TestApp } from './test-app';

/** What a portable recorder told: when (epoch ms), and what a test says of it besides a box at 5 ℃ and 60 % that does not charge. */
interface Told {
  t: number;
  temp_c?: number[];
  hum_pct?: number[];
  batt_pct?: number;
  batt_v?: number;
  charging?: boolean;
}

/** A recorder: its name, the bounds of its temperature (℃), and where it stands while it tells (lng, lat). */
export interface Recorder {
  name: string;
  limits?: [lower: number, upper: number];
  place: [lng: number, lat: number];
}

/** A portable recorder WK1 of the company with its readings, all told at one place. Answers its id. */
export async function addRecorder(
  { systemDb }: TestApp['database'],
  clientId: string,
  { name, limits, place: [lng, lat] }: Recorder,
  told: readonly Told[],
): Promise<string> {
  const own = { client_id: clientId };
  const [temp_lower_c = null, temp_upper_c = null] = limits ?? [];
  const { id } = await systemDb
    .insertInto('portable_device')
    .values({ ...own, device_no: 'WK1', name, temp_lower_c, temp_upper_c })
    .returning('id')
    .executeTakeFirstOrThrow();
  const usual = { temp_c: [5], hum_pct: [60], batt_pct: 90, charging: false };
  await systemDb
    .insertInto('portable_reading')
    .values(
      told.map(({ t, ...more }) => ({
        ...{ ...own, portable_id: id, device_time: new Date(t), receive_time: new Date(t), lng, lat, loc_type: 1 },
        ...{ ...usual, ...more },
      })),
    )
    .execute();
  return id;
}
