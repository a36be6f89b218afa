/**
 * The demo company's portable recorders: the one list that the seeder writes into the database and the simulator plays. Plain data without imports of
 * the world, so that the server may read it.
 */

/** Where a recorder travels or stands: with a truck (by its `no`), at a place (WGS-84), or with a box from Shanghai to Duisburg. */
export type RecorderWay =
  | { kind: 'truck'; no: number }
  | { kind: 'place'; lng: number; lat: number; fix: 'gps' | 'lbs' | 'wifi' }
  | { kind: 'voyage' };

export interface DemoRecorder {
  /** 1-12. The random numbers of its readings are bound to it. */
  no: number;
  deviceNo: string;
  /** Digits of the header's phone number. */
  phone: string;
  model: 'T5' | 'TH5';
  name: string;
  intervalS: number;
  way: RecorderWay;
  /** Charge when the company got it, per cent, and what a day costs; it is charged at 25 % unless it is forgotten. */
  battPct: number;
  battPerDay: number;
  forgotten?: boolean;
  /** It has been silent for so many days. */
  silentDays?: number;
}

const warehouse = { lng: 121.1132, lat: 31.1516 };
const office = { lng: 121.4021, lat: 31.2205 };

const ways: readonly RecorderWay[] = [
  ...[10, 11, 12, 13, 14, 15, 16].map((no): RecorderWay => ({ kind: 'truck', no })),
  { kind: 'voyage' },
  { kind: 'place', ...office, fix: 'wifi' },
  { kind: 'place', ...warehouse, fix: 'lbs' },
  { kind: 'place', ...warehouse, fix: 'gps' },
  { kind: 'place', ...office, fix: 'wifi' },
];

export const demoRecorders: readonly DemoRecorder[] = ways.map((way, i) => ({
  no: i + 1,
  deviceNo: `WK2026${String(1001 + i)}`,
  phone: `0${14_410_300_000 + i * 131}`,
  model: i % 2 === 0 || way.kind === 'voyage' ? 'TH5' : 'T5',
  name: way.kind === 'voyage' ? '海运冷藏箱' : (['保温箱', '医药箱', '冷柜'][i % 3] ?? ''),
  intervalS: way.kind === 'voyage' ? 1800 : i % 4 === 1 ? 240 : 600,
  way,
  battPct: i === 3 ? 19 : i === 8 ? 22 : 60 + ((i * 17) % 40),
  // the first one is in the cold and charged often
  battPerDay: i === 0 ? 24 : i === 3 || i === 8 ? 1 : 2 + (i % 4),
  ...(i === 3 || i === 8 ? { forgotten: true } : {}),
  ...(i === 6 ? { silentDays: 3 } : {}),
}));

/** How long the voyage of a box was under way when the company was set up, days. */
export const voyageDays = 30;
