import { columns } from '../../core/columns';
import type { RouteFields, RouteStop } from './calls';
import { routeLabels } from './calls';

/** Headings of what a stop has, in the import and in the file of stops. */
export const routeStopLabels = {
  placeId: '停靠点',
  pointType: '停靠类型',
  distanceKm: '里程(km)',
  driveMin: '行驶(分钟)',
  stayMin: '停留(分钟)',
  earlyMin: '早到容差(分钟)',
  lateMin: '晚到容差(分钟)',
  assess: '考核',
} as const satisfies Record<keyof RouteStop, string>;

/** A line of the file of stops; what belongs to the route stands on its first stop only, and is null on the others. */
type Line = Record<Exclude<keyof RouteFields, 'stops'> | keyof RouteStop, unknown>;
const route = (value: Exclude<keyof RouteFields, 'stops'>, width: number, dict?: string) => ({
  value,
  label: routeLabels[value],
  width,
  ...(dict ? { dict } : {}),
});
const stop = (value: keyof RouteStop, width: number, dict?: string) => ({
  value,
  label: routeStopLabels[value],
  width,
  ...(dict ? { dict } : {}),
});

export const routeStopColumns = columns<Line>()([
  route('routeCode', 110),
  route('routeName', 150),
  route('routeType', 64, 'routeType'),
  route('orgId', 110),
  route('weekdays', 130),
  route('departTimes', 130),
  route('lineId', 140),
  route('temperatureTypes', 92, 'temperatureType'),
  route('vehicleTypes', 110),
  route('tollYuan', 90),
  route('fuelYuan', 100),
  route('status', 64, 'useStatus'),
  route('remark', 150),
  stop('placeId', 150),
  stop('pointType', 80, 'pointType'),
  stop('distanceKm', 80),
  stop('driveMin', 80),
  stop('stayMin', 80),
  stop('earlyMin', 100),
  stop('lateMin', 100),
  stop('assess', 64),
]);
export type RouteStopLine = Line;
