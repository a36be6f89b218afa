import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { dayStart, localDay, nextDayStart } from '../../kernel/day/edges';
import { computeWayFacts } from '../../kernel/day/facts';
import type { TrackPoint } from '../../kernel/point';
import { type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';

interface Range {
  /** epoch ms, both ends included */
  from: number;
  to: number;
}

/**
 * What a vehicle drove between moments that often lie on the same days, as refuellings do: each day's points are read once, whichever ways begin or end on it.
 */
export class DrivenWays {
  private readonly days = new Map<number, Promise<TrackPoint[]>>();

  constructor(
    private readonly trx: Trx,
    private readonly vehicle: ReadableVehicle,
    private readonly timeZone: string,
  ) {}

  /** Metres between two moments: whole days by their summaries (docs/decisions/083), the parts of the first and the last day from the points. */
  async driveM({ from, to }: Range): Promise<number> {
    const [firstEnd, lastStart] = [nextDayStart(from, this.timeZone), dayStart(to, this.timeZone)];
    if (firstEnd > lastStart) return this.partM({ from, to });
    const { rows } = await sql<{ metres: number }>`select coalesce(sum(mileage_m), 0)::float8 as metres from day_summary
      where vehicle_id = ${this.vehicle.id} and day >= ${localDay(firstEnd, this.timeZone)}::date
        and day < ${localDay(lastStart, this.timeZone)}::date`.execute(this.trx);
    const ends = (await this.partM({ from, to: firstEnd })) + (await this.partM({ from: lastStart, to }));
    return ends + (rows[0]?.metres ?? 0);
  }

  /** The terminal's odometer (m) at its last report up to a moment, at most `agoMs` before it; null when there is none. */
  async odometerAt(to: number, agoMs: number): Promise<number | null> {
    const from = to - agoMs;
    const points =
      from < dayStart(to, this.timeZone)
        ? await readPermitted(this.trx, this.vehicle, { from, to })
        : (await this.loadDay(to)).filter(({ t }) => t >= from && t <= to);
    return points.findLast(({ odometerM }) => odometerM !== null)?.odometerM ?? null;
  }

  /** Metres of a range within one day. */
  private async partM(range: Range): Promise<number> {
    if (range.to <= range.from) return 0;
    const points = clipPoints(await this.loadDay(range.from), range);
    return computeWayFacts(points, range, this.vehicle.settingsAt).mileageM;
  }

  /** Points of the day that a moment lies in, with the fix before and the one after it. */
  private loadDay(t: number): Promise<TrackPoint[]> {
    const from = dayStart(t, this.timeZone);
    let day = this.days.get(from);
    if (!day) {
      day = readPermitted(this.trx, this.vehicle, { from, to: nextDayStart(from, this.timeZone), neighbours: true });
      this.days.set(from, day);
    }
    return day;
  }
}

/** The points of a range and the fixes before and after it, as reading the range with its neighbours answers them. */
function clipPoints(points: readonly TrackPoint[], { from, to }: Range): TrackPoint[] {
  const before = points.findLast(({ t, located }) => located && t < from);
  const after = points.find(({ t, located }) => located && t > to);
  const inside = points.filter(({ t }) => t >= from && t <= to);
  return [...(before ? [before] : []), ...inside, ...(after ? [after] : [])];
}
