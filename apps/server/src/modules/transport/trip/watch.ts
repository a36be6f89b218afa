import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { TripSettings } from '@tongda/contract/transport/trip/settings';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../core/db/database';
import { listenTo } from '../../../core/db/listener';
import { coolerStatusOf } from '../../../kernel/temperature/cooler';
import { followMileages } from '../figures/door';
import { followFences } from '../waybill/door';
import { loadRunningTrips, recentMs, reckonEta } from './eta';
import { draftEnded, draftRunning } from './overheat';
import { platformOf } from './platform';
import { loadTripSettings } from './settings';
import { SlowRound } from './slow-round';
import { type ReadPoints, storeLegFigures } from './temperature';

export interface TripWatchOptions {
  database: Pick<Database, 'systemDb' | 'withTenant' | 'pool'>;
  log: Logger;
  now(): number;
  readPoints: ReadPoints;
  /** ms between two rounds over what changes without new facts: expected arrivals, pre-cooling, temperatures of ended legs, mileages at departures */
  everyMs?: number;
  settleMs?: number;
}
export interface TripWatch {
  ready: Promise<void>;
  /** applies everything that is known now */
  turn(): Promise<void>;
  /** reckons arrivals, pre-cooling and temperatures again */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** Facts come in bursts; waiting so many ms lets one round serve them all. */
const settleDefaultMs = 300;
/** Pre-cooling is looked for within so many ms before a planned departure. */
const coolingMs = 4 * hourMs;
/** Every so many rounds all trips are checked, in case a notification was lost. */
const everythingEvery = 15;

interface Followed {
  waybillCode: string;
  clientId: string;
  timeZone: string;
}

/**
 * Lets waybills follow what their vehicles really do (transport.md 6). It keeps no state of its own: stays at fences are rows of `episode`, their
 * effects are in the waybills, and applying them twice changes nothing. After a restart it therefore catches up with what it missed.
 */
export function startTripWatch(options: TripWatchOptions): TripWatch {
  const { database, log, now } = options;
  const db = database.systemDb;
  /** vehicles that something was told of */
  let due = new Set<string>();
  let soon: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let ticks = 0;

  /** Lets waybills follow their vehicles, one after the other until the time is over; answers those that are left. */
  const follow = async (trips: readonly Followed[], untilMs: number): Promise<Followed[]> => {
    const settings = new Map<string, TripSettings>();
    for (const [i, { waybillCode, clientId, timeZone }] of trips.entries()) {
      if (performance.now() > untilMs) return trips.slice(i);
      const known = settings.get(clientId) ?? (await loadTripSettings(db, clientId));
      settings.set(clientId, known);
      await followFences(platformOf(database, log, { clientId, timeZone }), waybillCode, known).catch((err: unknown) =>
        log.warn({ err, waybillCode }, 'waybill does not follow its vehicle'),
      );
    }
    return [];
  };
  const look = async (): Promise<void> => {
    soon = null;
    const vehicles = [...due];
    due = new Set();
    if (vehicles.length > 0) await follow(await loadFollowed(db, vehicles), Number.POSITIVE_INFINITY);
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work).catch((err: unknown) => log.warn({ err }, 'trips not followed'));
    return running;
  };
  let lookBackHours = correctedDays * 24;
  const loadEvery = async (): Promise<Followed[]> => {
    const trips = await loadFollowed(db, null, lookBackHours);
    lookBackHours = madeUpHours;
    return trips;
  };
  // a company of 10,000 vehicles has 20,000 trips of three days
  const everyTrip = new SlowRound(loadEvery, follow, inTurn);
  const hear = (vehicleId: string | null): void => {
    if (vehicleId === null) {
      everyTrip.want();
      return;
    }
    due.add(vehicleId);
    soon ??= setTimeout(() => void inTurn(look), options.settleMs ?? settleDefaultMs);
  };
  const reckon = async (): Promise<void> => {
    const settings = new Map<string, TripSettings>();
    const of = async (clientId: string): Promise<TripSettings> => {
      const known = settings.get(clientId) ?? (await loadTripSettings(db, clientId));
      settings.set(clientId, known);
      return known;
    };
    const at = now();
    for (const trip of await loadRunningTrips(db)) {
      const points = await options.readPoints(trip.vehicleId, at - recentMs, at);
      await reckonEta(db, trip, points, await of(trip.clientId), at);
      await draftRunning(database, trip, points, options.readPoints, await of(trip.clientId), at);
    }
    await followMileages(db, (err, waybillId) => log.warn({ err, waybillId }, 'mileages of a trip not reckoned'));
    await followCooling(options, at);
    await draftEnded(database, await storeLegFigures(db, options.readPoints, of), options.readPoints, of, at);
  };
  const listener = listenTo(database.pool, 'tongda trips', { trip_facts: hear }, () => hear(null));
  hear(null);
  const timer = setInterval(() => {
    void inTurn(reckon);
    if (++ticks % everythingEvery === 0) hear(null);
  }, options.everyMs ?? minuteMs);
  timer.unref();
  return {
    ready: listener.ready,
    turn: () => {
      if (soon) clearTimeout(soon);
      soon = null;
      return inTurn(async () => {
        await look();
        await everyTrip.finish();
      });
    },
    tick: () => inTurn(reckon),
    stop: async () => {
      clearInterval(timer);
      everyTrip.stop();
      if (soon) clearTimeout(soon);
      await listener.stop();
      await running;
    },
  };
}

/** Finished trips are corrected for so many days by what comes late. */
const correctedDays = 3;
/** A notification that is lost is made up for by a round that looks so far back, hours. The first round looks at all that may be corrected. */
const madeUpHours = 3;

/**
 * Loads waybills that facts may change: those about to leave, on the road, or finished a short time ago. Vehicles that are not done come first. Of all vehicles
 * (null), the finished trips are those whose stays at stops, or swipes of cards, are new since so many hours: the others are as they were left.
 */
async function loadFollowed(
  db: Database['systemDb'],
  vehicles: readonly string[] | null,
  newForHours = 0,
): Promise<Followed[]> {
  const isNew = sql`exists (select from episode e where e.vehicle_id = w.vehicle_id and e.kind = 'stopVisit'
        and e.start_time > w.plan_depart_at - interval '3 days' and e.calc_time > now() - ${newForHours} * interval '1 hour')
      or exists (select from card_swipe k where k.vehicle_id = w.vehicle_id and k.at >= w.actual_depart_at)`;
  const { rows } =
    await sql<Followed>`select w.waybill_code as "waybillCode", w.client_id::text as "clientId", c.time_zone as "timeZone"
    from waybill w join client c on c.id = w.client_id
    where w.voided_at is null and w.vehicle_id is not null
      and ${vehicles === null ? sql`true` : sql`w.vehicle_id = any(${vehicles}::bigint[])`}
      and ((w.transport_status = 1 and w.plan_depart_at between now() - interval '3 days' and now() + interval '12 hours')
        or w.transport_status = 2
        or (w.transport_status = 3 and w.actual_arrive_at > now() - ${correctedDays} * interval '1 day' and (${vehicles === null ? isNew : sql`true`})))
    order by bool_or(w.transport_status < 3) over (partition by w.vehicle_id) desc, w.vehicle_id, w.plan_depart_at`.execute(
      db,
    );
  return rows;
}

/** Updates the pre-cooling state of trips that are about to leave (transport.md 6). */
async function followCooling({ database, readPoints }: TripWatchOptions, at: number): Promise<void> {
  const db = database.systemDb;
  const { rows } = await sql<{
    id: string;
    vehicleId: string;
    setTemp: number;
    status: number | null;
  }>`select w.id::text,
      w.vehicle_id::text as "vehicleId", w.set_temp_c::float8 as "setTemp", w.cooler_status as status
    from waybill w where w.transport_status = 1 and w.stow_status < 3 and w.voided_at is null and w.vehicle_id is not null and w.set_temp_c is not null
      and w.plan_depart_at between now() - interval '12 hours' and now() + ${coolingMs} * interval '1 ms'`.execute(db);
  for (const { id, vehicleId, setTemp, status } of rows) {
    const next = coolerStatusOf(await readPoints(vehicleId, at - coolingMs, at), setTemp);
    if (next !== status)
      await sql`update waybill set cooler_status = ${next}, cooler_at = ${new Date(at)} where id = ${id}`.execute(db);
  }
}
