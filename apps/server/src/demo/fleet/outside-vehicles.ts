import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { OutsideAnswer, OutsideAsk, VehicleSource } from '../../reports/driving/outside/source';
import { demoClients, demoUsers } from '../people/users';
import { vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const sourceName = '演示数据源（模拟）';
/** Questions that the demo's contract pays for. */
const bought = 200;

/** A road that the trucks of the mock data source drive, from Shanghai to Nanjing: WGS-84 */
const road: ReadonlyArray<readonly [lng: number, lat: number]> = [
  [121.25, 31.28],
  [120.95, 31.36],
  [120.62, 31.38],
  [120.3, 31.53],
  [119.98, 31.79],
  [119.45, 32.12],
  [118.95, 32.09],
];

const numberOf = (plate: string): number =>
  [...plate].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/** Where a truck of the mock is at a moment: to and fro along the road in six hours. */
function placeAt(plate: string, t: number): { lng: number; lat: number; speedKmh: number } {
  const phase = ((t / (6 * hourMs) + numberOf(plate) / 9973) % 1) * 2;
  const way = (phase < 1 ? phase : 2 - phase) * (road.length - 1);
  const [a, b] = [road[Math.floor(way)], road[Math.min(road.length - 1, Math.floor(way) + 1)]];
  if (!a || !b) return { lng: 121.25, lat: 31.28, speedKmh: 0 };
  const share = way - Math.floor(way);
  return {
    lng: Math.round((a[0] + (b[0] - a[0]) * share) * 1e5) / 1e5,
    lat: Math.round((a[1] + (b[1] - a[1]) * share) * 1e5) / 1e5,
    speedKmh: 68 + (numberOf(plate) % 17),
  };
}

function answerOf({ plateNo, type, from, until }: OutsideAsk, now: number): Omit<OutsideAnswer, 'balance'> {
  const number = numberOf(plateNo);
  if (number % 7 === 3) return { result: 'denied', points: [] };
  if (number % 5 === 2 || plateNo === plates[4]) return { result: 'none', points: [] };
  const at = (t: number) => ({ t, ...placeAt(plateNo, t) });
  if (type === 4) return { result: 'ok', points: [] };
  if (type === 1) return { result: 'ok', points: [at(now - 2 * minuteMs)] };
  const [start, end] = [from ?? now - 6 * hourMs, Math.min(now, until ?? now)];
  const step = type === 3 ? 3 * hourMs : 10 * minuteMs;
  const count = Math.max(0, Math.floor((end - start) / step));
  const points = Array.from({ length: count }, (_, i) => at(start + i * step));
  return { result: 'ok', points: type === 3 ? points.map((one) => ({ ...one, speedKmh: 0, minutes: 25 })) : points };
}

/** A data source for the demo: it invents the trucks of partners, and its name says so. */
export function demoSource(): VehicleSource {
  let left = bought;
  return {
    name: sourceName,
    ask: async (query) => {
      const answer = answerOf(query, Date.now());
      if (answer.result === 'ok') left--;
      return { ...answer, balance: left };
    },
  };
}

const plates = ['苏E8Q213', '浙B36K71', '皖A5T802', '苏D6M529', '鲁Q7H350'];

/** Fifteen look-ups of partners' trucks in the week before, each for an order of the company. */
export async function seedOutsideQueries(trx: Trx, now: Date): Promise<void> {
  const { rows: orders } = await sql<{
    code: string;
  }>`select order_code as code from customer_order where client_id = ${clientId} and voided_at is null order by id limit 5`.execute(
    trx,
  );
  let balance = bought + 12;
  for (let i = 0; i < 15; i++) {
    const plate = plates[i % plates.length] ?? '';
    const at = now.getTime() - (15 - i) * 9 * hourMs - (i % 4) * 17 * minuteMs;
    const type = [1, 1, 2, 1, 4][i % 5] ?? 1;
    const said = answerOf({ plateNo: plate, vehicleColor: 0, type, from: at - 3 * hourMs, until: at }, at);
    const result = { ok: 1, none: 2, denied: 3 }[said.result];
    if (result === 1) balance--;
    const points = said.points.map(({ t, lng, lat, speedKmh, minutes }) => [
      t,
      lng,
      lat,
      speedKmh ?? null,
      minutes ?? null,
    ]);
    const last = said.points.at(-1);
    await sql`insert into outside_query (client_id, direction, at, plate_no, vehicle_color, query_type, source, who, user_id, result, lng, lat, position_at, speed_kmh, fee_count,
        balance, order_code, consent_until, ip, points)
      values (${clientId}, 1, ${new Date(at)}, ${plate}, 0, ${type}, ${sourceName}, ${demoUsers.find(({ id }) => id === '153')?.name ?? ''}, '153', ${result}, ${last?.lng ?? null}, ${last?.lat ?? null},
        ${last ? new Date(last.t) : null}, ${last?.speedKmh ?? null}, ${result === 1 ? 1 : 0}, ${balance}, ${orders[i % Math.max(1, orders.length)]?.code ?? null},
        (${now}::timestamptz + interval '60 days')::date, '10.20.8.31', ${JSON.stringify(points)}::jsonb)`.execute(trx);
  }
}

/** Six looks of customers at tracks of own trucks, by links that were sent to them: 外部查看我方. */
export async function seedOutsideViews(trx: Trx, now: Date): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const at = new Date(now.getTime() - (6 - i) * 7 * hourMs - i * 11 * minuteMs);
    const trip = wireTime(at.getTime() - 5 * hourMs, 'Asia/Shanghai').slice(0, 16);
    await sql`insert into outside_query (client_id, direction, at, plate_no, vehicle_color, vehicle_id, query_type, source, who, result, ip)
      select v.client_id, 2, ${at}, v.plate_no, v.vehicle_color, v.id, 2, ${`行程分享链接 ${trip}`}, '持链接的访客', 1, ${`120.204.17.${31 + (i % 3)}`}
      from vehicle v where v.id = ${vehicleId(1 + (i % 4))}`.execute(trx);
  }
}
