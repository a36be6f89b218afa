import { inCorridor } from '@tongda/geo/corridor';
import { distanceM } from '@tongda/geo/distance';
import { inRing } from '@tongda/geo/polygon';
import { ByteWriter } from '@tongda/protocol/bytes';
import type { Bodies } from '@tongda/protocol/jt808/codec';
import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import { areaKind } from '@tongda/protocol/jt808/messages/area/8608';
import { areaAttribute, areaMode } from '@tongda/protocol/jt808/messages/area/rules';
import { hasFix, type Item, type Location } from '@tongda/protocol/jt808/messages/position/0200';
import { chinaOffsetMs } from '@tongda/protocol/jt808/time';

type AreaList = Bodies[typeof msgId.areaList];
type Kept = Pick<AreaList, 'circles' | 'rects' | 'polygons' | 'routes'>;

/** Of an area or route that was entered or left: bits of the alarm word, and the item that says which (0x12). */
const AREA_ALARM = 1 << 20;
const ROUTE_ALARM = 1 << 21;
const crossedItem = 0x12;

/** An area as far as crossing it goes. */
interface Watched {
  kind: number;
  id: number;
  attributes: number;
  period: { from: string; to: string } | null;
  has: (lng: number, lat: number) => boolean;
}

/**
 * The areas and routes in a terminal's memory (0x8600-0x8608): it keeps them, tells of them, and says in its reports when it enters or leaves one that is to be told to
 * the platform.
 */
export class AreaMemory {
  private kept: Kept = { circles: [], rects: [], polygons: [], routes: [] };
  /** Where the last report was inside, by kind and id; an area that was not there yet is missing. */
  private inside = new Map<string, boolean>();

  /** Does what a message says about areas; false when it says nothing of them. */
  take(message: Message): boolean {
    const { kept } = this;
    switch (message.id) {
      case msgId.setCircles:
        this.kept = { ...kept, circles: changed(kept.circles, message.body.areas, message.body.mode) };
        return true;
      case msgId.setRects:
        this.kept = { ...kept, rects: changed(kept.rects, message.body.areas, message.body.mode) };
        return true;
      case msgId.setPolygon:
        this.kept = { ...kept, polygons: changed(kept.polygons, [message.body], areaMode.modify) };
        return true;
      case msgId.setRoute:
        this.kept = { ...kept, routes: changed(kept.routes, [message.body], areaMode.modify) };
        return true;
      case msgId.deleteCircles:
        this.kept = { ...kept, circles: without(kept.circles, message.body.ids) };
        return true;
      case msgId.deleteRects:
        this.kept = { ...kept, rects: without(kept.rects, message.body.ids) };
        return true;
      case msgId.deletePolygons:
        this.kept = { ...kept, polygons: without(kept.polygons, message.body.ids) };
        return true;
      case msgId.deleteRoutes:
        this.kept = { ...kept, routes: without(kept.routes, message.body.ids) };
        return true;
      default:
        return false;
    }
  }

  /** The answer to a question for one kind (0x8608); without ids, all of them. */
  tell({ kind, ids }: Bodies[typeof msgId.queryAreas]): AreaList {
    const none = { circles: [], rects: [], polygons: [], routes: [] };
    const { circles, rects, polygons, routes } = this.kept;
    const some = <T extends { id: number }>(all: readonly T[]): T[] =>
      all.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const one: Partial<Kept> =
      kind === areaKind.circle
        ? { circles: some(circles) }
        : kind === areaKind.rect
          ? { rects: some(rects) }
          : kind === areaKind.polygon
            ? { polygons: some(polygons) }
            : { routes: some(routes) };
    return { kind, ids: [], ...none, ...one };
  }

  /** A report as it leaves: with the alarm and the item of an area that it is the first one inside or outside of. Of several the first is told. */
  judge(location: Location): Location {
    if (!hasFix(location)) return location;
    const before = this.inside;
    this.inside = new Map();
    let crossed: { area: Watched; isIn: boolean } | null = null;
    for (const area of watchedIn(this.kept)) {
      if (!isHour(area.period, location.time)) continue;
      const key = `${area.kind} ${area.id}`;
      const isIn = area.has(location.lng, location.lat);
      this.inside.set(key, isIn);
      const told = isIn ? areaAttribute.platformIn : areaAttribute.platformOut;
      if (before.has(key) && before.get(key) !== isIn && area.attributes & told) crossed ??= { area, isIn };
    }
    if (!crossed) return location;
    const { area, isIn } = crossed;
    const item: Item = {
      id: crossedItem,
      data: new ByteWriter(6)
        .u8(area.kind)
        .u32(area.id)
        .u8(isIn ? 0 : 1)
        .result(),
    };
    const bit = area.kind === areaKind.route ? ROUTE_ALARM : AREA_ALARM;
    return { ...location, alarmBits: (location.alarmBits | bit) >>> 0, items: [...location.items, item] };
  }
}

/** Areas after a message: all of them new, or the new ones beside those that have other ids. */
function changed<T extends { id: number }>(old: readonly T[], sent: readonly T[], mode: number): T[] {
  const rest = mode === areaMode.update ? [] : old.filter(({ id }) => !sent.some((one) => one.id === id));
  return [...rest, ...sent];
}

const without = <T extends { id: number }>(old: readonly T[], ids: readonly number[]): T[] =>
  ids.length === 0 ? [] : old.filter(({ id }) => !ids.includes(id));

function watchedIn({ circles, rects, polygons, routes }: Kept): Watched[] {
  return [
    ...circles.map(
      ({ id, attributes, period, centre, radiusM }): Watched => ({
        ...{ kind: areaKind.circle, id, attributes, period },
        has: (lng, lat) => distanceM(lng, lat, centre.lng, centre.lat) <= radiusM,
      }),
    ),
    ...rects.map(
      ({ id, attributes, period, northWest, southEast }): Watched => ({
        ...{ kind: areaKind.rect, id, attributes, period },
        has: (lng, lat) => lng >= northWest.lng && lng <= southEast.lng && lat <= northWest.lat && lat >= southEast.lat,
      }),
    ),
    ...polygons.map(
      ({ id, attributes, period, points }): Watched => ({
        ...{ kind: areaKind.polygon, id, attributes, period },
        has: (lng, lat) =>
          inRing(
            lng,
            lat,
            points.map((p) => [p.lng, p.lat]),
          ),
      }),
    ),
    ...routes.map(
      ({ id, attributes, period, points }): Watched => ({
        ...{ kind: areaKind.route, id, attributes, period },
        has: (lng, lat) =>
          points.some((from, i) => {
            const to = points[i + 1];
            const section = to && ([from, to] as const).map((p) => [p.lng, p.lat] as const);
            // the whole width of the road counts to both sides of its line, as that is no wider than a position is exact
            return section !== undefined && inCorridor(lng, lat, section, from.widthM);
          }),
      }),
    ),
  ];
}

const everyDay = '000000';

/** Whether the rules hold at a time: always, between two moments, or on every day between two hours, which may lie on both sides of midnight. */
function isHour(period: Watched['period'], time: number | null): boolean {
  if (!period || time === null) return true;
  const digits = new Date(time + chinaOffsetMs).toISOString().replace(/\D/gu, '').slice(2, 14);
  if (!period.from.startsWith(everyDay)) return digits >= period.from && digits <= period.to;
  const hour = (one: string): string => one.slice(6);
  const [now, from, to] = [hour(digits), hour(period.from), hour(period.to)];
  return from <= to ? now >= from && now <= to : now >= from || now <= to;
}
