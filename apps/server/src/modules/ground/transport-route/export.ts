import type { Column } from '@tongda/contract/core/columns';
import { type RouteRow, routeColumns, routeExport, routeFilters } from '@tongda/contract/ground/transport-route/calls';
import { type RouteStopLine, routeStopColumns } from '@tongda/contract/ground/transport-route/stop-file';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import type { Asked } from '../../../core/record/filters';
import { days } from './import';
import { routeRows } from './repo';

type Line = Partial<RouteRow> & Partial<RouteStopLine>;
// the columns of either file name values of `Line`, which has the values of both
const asLines = (list: unknown): ReadonlyArray<Column<Line>> => list as ReadonlyArray<Column<Line>>;

/** The register of routes as a file; with `stops` a line for each stop, which the import reads again. */
export const routeFile = registerExport<typeof routeExport, Line>({
  endpoint: routeExport,
  module: '线路管理',
  name: '线路',
  columns: ({ stops }) => asLines(stops ? routeStopColumns : routeColumns),
  condition: async (ctx, q) =>
    [q.stops ? '按停靠点，可再导入' : '', await describeFilters(ctx, q, '条', routeFilters.table)]
      .filter(Boolean)
      .join('；'),
  count: (ctx, q) => ctx.db((trx) => routeRows.count(trx, ctx, q)),
  rows: (ctx, { stops, ...q }) =>
    stops
      ? stopLines(ctx, q)
      : readInChunks((limit, offset) => ctx.db((trx) => routeRows.list(trx, ctx, { ...q, limit, offset }))),
});

/** Routes in the order of the list, with a line for each stop as the import reads it. */
async function* stopLines(ctx: Ctx, q: Asked & { sort?: string }): AsyncGenerator<Line> {
  const read = (limit: number, offset: number) =>
    ctx.db((trx) => routeRows.list(trx, ctx, { ...q, limit, offset }).then((rows) => loadStopLines(trx, rows)));
  for await (const lines of readInChunks(read, 500)) yield* lines;
}

async function loadStopLines(trx: Trx, routes: readonly RouteRow[]): Promise<Line[][]> {
  const { rows } = await sql<
    Line & { routeId: string; weekdays: number[]; remark: string; assess: boolean }
  >`select s.route_id::text as "routeId", r.weekdays, r.remark, p.name as "placeId", s.point_type as "pointType",
      round(s.distance_m / 1000.0, 1)::float8 as "distanceKm", s.drive_min as "driveMin", s.stay_min as "stayMin", s.early_min as "earlyMin",
      s.late_min as "lateMin", s.assess
    from route_stop s join place p on p.id = s.place_id join transport_route r on r.id = s.route_id
    where s.route_id = any(${routes.map(({ id }) => id)}::bigint[]) order by s.route_id, s.seq`.execute(trx);
  return routes.map((route) =>
    rows
      .filter(({ routeId }) => routeId === route.id)
      .map(({ routeId: _route, weekdays, remark, assess, ...stop }, i): Line => {
        const { routeCode, routeName, routeType: kind, departTimes, temperatureTypes, vehicleTypes } = route;
        const { tollYuan, fuelYuan, status, orgName, lineName } = route;
        const own: Line = {
          routeName,
          routeType: kind,
          orgId: orgName,
          weekdays: days.flatMap(({ code, name }) => (weekdays.includes(code) ? name : [])).join('、'),
          departTimes,
          lineId: lineName,
          temperatureTypes,
          vehicleTypes,
          tollYuan,
          fuelYuan,
          status,
          remark,
        };
        return { ...(i === 0 ? own : {}), ...stop, routeCode, assess: assess ? '是' : '否' };
      }),
  );
}
