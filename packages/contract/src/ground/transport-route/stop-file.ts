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
const routeColumn = (value: Exclude<keyof RouteFields, 'stops'>, width: number, dict?: string) => ({
  value,
  label: routeLabels[value],
  width,
  ...(dict ? { dict } : {}),
});
const stopColumn = (value: keyof RouteStop, width: number, dict?: string) => ({
  value,
  label: routeStopLabels[value],
  width,
  ...(dict ? { dict } : {}),
});

export const routeStopColumns = columns<Line>()([
  routeColumn('routeCode', 110),
  routeColumn('routeName', 150),
  routeColumn('routeType', 64, 'routeType'),
  routeColumn('orgId', 110),
  routeColumn('weekdays', 130),
  routeColumn('departTimes', 130),
  routeColumn('lineId', 140),
  routeColumn('temperatureTypes', 92, 'temperatureType'),
  routeColumn('vehicleTypes', 110),
  routeColumn('tollYuan', 90),
  routeColumn('fuelYuan', 100),
  routeColumn('status', 64, 'useStatus'),
  routeColumn('remark', 150),
  stopColumn('placeId', 150),
  stopColumn('pointType', 80, 'pointType'),
  stopColumn('distanceKm', 80),
  stopColumn('driveMin', 80),
  stopColumn('stayMin', 80),
  stopColumn('earlyMin', 100),
  stopColumn('lateMin', 100),
  stopColumn('assess', 64),
]);
export type RouteStopLine = Line;
