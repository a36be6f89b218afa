import { withoutEnding } from '@tongda/contract/core/field/ending';
import { lineReachKm } from '@tongda/contract/ground/route-plan/calls';
import type { LngLat } from '@tongda/geo/types';
import { z } from 'zod';
import { type RoadWay, type RoutingEngine, RoutingTrouble } from './routing';

/** Longest time to wait for an answer of the routing engine. */
const timeoutMs = 5000;
/** Number of alternative ways to ask for. */
const alternatives = 3;

const position = z.tuple([z.number(), z.number()]);
const figures = z.object({ distance: z.number(), duration: z.number() });
const routeAnswer = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(figures.extend({ geometry: z.object({ coordinates: z.array(position) }), legs: z.array(figures) }))
    .min(1),
  /** where the asked positions meet the road, and how far that is */
  waypoints: z.array(z.object({ distance: z.number().default(0) })),
});
const tableAnswer = z.object({
  code: z.literal('Ok'),
  durations: z.array(z.array(z.number().nullable())),
  distances: z.array(z.array(z.number().nullable())),
});
const refusal = z.object({ code: z.string() });

/** Answers that say no: there is no such way, or the profile has no such class of road. */
const noWay: ReadonlySet<string> = new Set(['NoRoute', 'NoSegment', 'NoTable']);
const noSuchClass = 'InvalidValue';

const toMinutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60));
const toMetres = (m: number): number => Math.round(m);

/** OSRM's HTTP API, version 1 (https://project-osrm.org/docs/v5.24.0/api): services route and table of one profile. */
export function osrmEngine(base: string): RoutingEngine {
  const root = withoutEnding(base, '/');
  const ask = async (service: 'route' | 'table', stops: readonly LngLat[], query: Record<string, string>) => {
    const at = stops.map(([lng, lat]) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
    const url = `${root}/${service}/v1/driving/${at}?${new URLSearchParams(query).toString()}`;
    try {
      // a refusal comes with status 400 and its reason in the body
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      const said: unknown = await answer.json();
      return said;
    } catch {
      throw new RoutingTrouble('规划服务没有应答');
    }
  };
  return {
    async ways(stops, avoided) {
      const answer = await ask('route', stops, {
        overview: 'full',
        geometries: 'geojson',
        ...(stops.length === 2 ? { alternatives: String(alternatives) } : {}),
        ...(avoided ? { exclude: avoided } : {}),
      });
      const said = codeOf(answer);
      if (avoided && (said === noSuchClass || noWay.has(said))) return null;
      if (noWay.has(said)) throw new RoutingTrouble('规划服务没有找到可行驶的道路');
      const { routes, waypoints } = parseAnswer(routeAnswer, answer);
      refuseOffRoad(waypoints.map(({ distance }) => distance));
      return routes.map(wayOf).sort((a, b) => a.driveMin - b.driveMin);
    },
    async matrix(stops) {
      const answer = await ask('table', stops, { annotations: 'duration,distance' });
      if (noWay.has(codeOf(answer))) return () => undefined;
      const { durations, distances } = parseAnswer(tableAnswer, answer);
      return (from, to) => {
        const [seconds, distance] = [durations[from]?.[to], distances[from]?.[to]];
        if (typeof seconds !== 'number' || typeof distance !== 'number') return undefined;
        return { distanceM: toMetres(distance), driveMin: toMinutes(seconds) };
      };
    },
  };
}

type Route = z.output<typeof routeAnswer>['routes'][number];
const wayOf = ({ distance, duration, geometry, legs }: Route): RoadWay => ({
  path: geometry.coordinates,
  distanceM: toMetres(distance),
  driveMin: toMinutes(duration),
  legs: legs.map((leg) => ({ distanceM: toMetres(leg.distance), driveMin: toMinutes(leg.duration) })),
});

const codeOf = (answer: unknown): string => refusal.safeParse(answer).data?.code ?? '';

function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new RoutingTrouble('规划服务的应答无法识别');
  return parsed.data;
}

function refuseOffRoad(offM: readonly number[]): void {
  const at = offM.findIndex((m) => m > lineReachKm * 1000);
  if (at < 0) return;
  const which = at === 0 ? '起点' : at === offM.length - 1 ? '终点' : `第${at + 1}个途经点`;
  const km = ((offM[at] ?? 0) / 1000).toFixed(1);
  throw new RoutingTrouble(
    `规划失败：起终点距离道路过远（${which}距最近的道路${km}公里，最多${lineReachKm}公里）`,
    true,
  );
}
