import { pointType, routeType, useStatus } from '@tongda/contract/ground/place/enums';
import {
  type RouteFields,
  type RouteStop,
  routeFields,
  routeImports,
  routeLabels,
  usualSpeedKmh,
} from '@tongda/contract/ground/transport-route/calls';
import { routeStopLabels } from '@tongda/contract/ground/transport-route/stop-file';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { vehicleTypes } from '@tongda/contract/resources/vehicle/fields';
import { estimateLeg } from '@tongda/geo/estimate';
import { sql } from 'kysely';
import { insertRows } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import {
  asCode,
  asCodes,
  asNumber,
  asRef,
  asYesNo,
  type CellReader,
  many,
  type Refs,
} from '../../../core/import/cells';
import type { ImportColumn, ImportDefinition, ImportWorld, Known } from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences } from '../../base/reference/door';
import { loadNamedPlaces } from '../place/door';
import { selectRoutes } from './repo';
import { loadRouteUses, routeRegister, writeStops } from './service';

export const days = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, i) => ({ code: i + 1, name }));
const cars = { options: vehicleTypes.map((name) => ({ code: name, name })) };
const optionNames = (e: { options: ReadonlyArray<{ name: string }> }): string[] => e.options.map((o) => o.name);
const routeColumn = (
  field: keyof RouteFields,
  example: string | number,
  note: string,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({ field, label: routeLabels[field], example, note, ...more });
const stopColumn = (
  field: keyof RouteStop,
  example: string | number,
  note: string,
  as: CellReader,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({ field: `stops.${field}`, label: routeStopLabels[field], example, note, as, ...more });

const readDays: CellReader = (text, refs) =>
  text === '每天' ? days.map(({ code }) => code) : asCodes({ options: days }, '发车日')(text, refs);
/** `6:00、21:30` */
const readClocks: CellReader = (text) =>
  text
    .split(/[、,，;；\s]+/u)
    .filter(Boolean)
    .map((clock) => clock.replace('：', ':').padStart(5, '0'));

const importColumns = ({ org = [], place = [], line = [] }: ImportWorld<RouteFields>['choices']): ImportColumn[] => [
  routeColumn('routeCode', 'SH-NJ-01', '字母、数字、-，公司内唯一；编码相同的各行为一条线路', { required: true }),
  routeColumn('routeName', '沪宁冷链干线', '最多30个字符', { required: true }),
  routeColumn('routeType', '干线', optionNames(routeType).join('、'), {
    required: true,
    options: optionNames(routeType),
    as: asCode(routeType),
  }),
  routeColumn('orgId', org[0] ?? '', '部门名称；有重名时写完整路径', {
    options: org,
    as: asRef('org', '部门', '请填完整路径'),
  }),
  routeColumn('weekdays', '每天', '每天，或 周一、周三，用顿号隔开', { as: readDays }),
  routeColumn('departTimes', '06:00、21:30', '时间，多个用顿号隔开，最多10个', { as: readClocks }),
  routeColumn('lineId', line[0] ?? '', '电子线路名称', { options: line, as: asRef('line', '电子线路', '请填编码') }),
  routeColumn('temperatureTypes', '冷藏、冷冻', '多个用顿号隔开', { as: asCodes(temperatureType, '温区') }),
  routeColumn('vehicleTypes', '冷藏', '多个用顿号隔开', { as: asCodes(cars, '车型') }),
  routeColumn('tollYuan', 235, '元，最多2位小数', { as: asNumber }),
  routeColumn('fuelYuan', 900, '元，最多2位小数', { as: asNumber }),
  routeColumn('status', '启用', '启用或停用，空白为启用', { options: optionNames(useStatus), as: asCode(useStatus) }),
  routeColumn('remark', '', '最多200个字符'),
  stopColumn(
    'placeId',
    place[0] ?? '',
    '区域站点的名称或编码，或门店编码；按行的先后为停靠顺序',
    asRef('place', '站点', '请填站点编码'),
    { required: true, options: place },
  ),
  stopColumn('pointType', '装货', `${optionNames(pointType).join('、')}，空白为卸货`, asCode(pointType), {
    options: optionNames(pointType),
  }),
  stopColumn('distanceKm', '', '距上一停靠点，最多1位小数；空白按直线距离估算', asNumber),
  stopColumn('driveMin', '', '距上一停靠点的整数分钟；空白时估算', asNumber),
  stopColumn('stayMin', 30, '0~1440 的整数，空白为0', asNumber),
  stopColumn('earlyMin', 30, '0~600 的整数，空白为30', asNumber),
  stopColumn('lateMin', 15, '0~600 的整数，空白为15', asNumber),
  stopColumn('assess', '是', '是或否，空白为是', asYesNo, { options: ['是', '否'] }),
];

/** Fills in the lengths and times of ways that the file leaves blank, estimated as in the form. */
function estimateWays(given: Record<string, unknown>, refs: Refs): void {
  if (!Array.isArray(given.stops)) return;
  const at = (element: Partial<RouteStop> | undefined): [number, number] | null => {
    const point = refs.point?.get(element?.placeId ?? '');
    if (typeof point !== 'string') return null;
    const [lng = 0, lat = 0] = point.split(' ').map(Number);
    return [lng, lat];
  };
  // the import collects the lines of a route in this field
  const stops = given.stops as Array<Partial<RouteStop>>;
  given.stops = stops.map((element, i) => {
    if (i === 0) return { ...element, distanceKm: 0, driveMin: 0 };
    const [from, to] = [at(stops[i - 1]), at(element)];
    if (!from || !to || (element.distanceKm !== undefined && element.driveMin !== undefined)) return element;
    const speed = usualSpeedKmh[Number(given.routeType)] ?? 45;
    const leg = estimateLeg(from, to, speed);
    const distanceKm = element.distanceKm ?? leg.distanceM / 1000;
    return {
      ...element,
      distanceKm,
      // a length that was given is better than the bee line
      driveMin:
        element.driveMin ??
        (element.distanceKm === undefined ? leg.driveMin : Math.max(1, Math.round((distanceKm / speed) * 60))),
    };
  });
}

/** Import of routes: each line of the sheet is a stop, and the code tells which route it belongs to. */
export const routeImportDefinition: ImportDefinition<RouteFields> = {
  calls: routeImports,
  entity: routeRegister.entity,
  table: routeRegister.table,
  key: { field: 'routeCode', label: '线路编码', column: 'code', normal: (text) => text.trim() },
  columns: importColumns,
  notes: [
    '一条线路的每个停靠点填一行，至少2行：编码相同，其余线路信息填在第一行，后面各行可以留空，只填停靠点。',
    '更新已有线路时，文件中的停靠点整体替换原有停靠点。',
  ],
  parts: {
    field: 'stops',
    read: async (trx, ctx, ids) => (await loadStops(trx, ctx, ids)).lists,
    write: (trx, ctx, lists) =>
      writeStops(
        trx,
        ctx,
        // what is written passed the schema of the form
        lists.map(({ id, list }) => ({ id, stops: list as RouteStop[] })),
      ),
  },
  examples: ({ place = [] }) => [
    { routeCode: 'SH-NJ-01', 'stops.placeId': place[1] ?? '', 'stops.distanceKm': 94.2, 'stops.driveMin': 90 },
    { routeCode: 'SH-NJ-01', 'stops.placeId': place[2] ?? '' },
  ],
  schema: routeFields,
  labels: routeLabels,
  defaults: () => ({ weekdays: days.map(({ code }) => code), departTimes: [] }),
  derive: (given, _cells, refs) => estimateWays(given, refs),
  world: loadRouteWorld,
  columnsOf: routeRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, routeRegister.wording, names),
  insert: async (trx, ctx, records) => {
    const ids = await insertRows(trx, ctx, routeRegister.table, records.map(routeRegister.columnsOf));
    await writeStops(
      trx,
      ctx,
      records.map(({ stops }, i) => ({ id: ids[i] ?? '', stops })),
    );
    return ids;
  },
  used: loadRouteUses,
  twice: routeRegister.twice,
};

async function loadRouteWorld(trx: Trx, ctx: Ctx, codes: string[]): Promise<ImportWorld<RouteFields>> {
  const { refs, choices, names } = await loadReferences(trx, ctx, ['org']);
  const places = await loadNamedPlaces(trx, ctx);
  const point = new Map<string, string>();
  for (const kind of ['place', 'line'] as const) {
    const own = places.filter((p) => (p.kind === 'line') === (kind === 'line'));
    const found = new Map<string, string | typeof many>();
    for (const { id, name } of own) found.set(name, found.has(name) ? many : id);
    for (const { id, code } of own) if (code) found.set(code, id);
    if (kind === 'place') await addStoreCodes(trx, ctx, found, own);
    refs[kind] = found;
    choices[kind] = own.map(({ name, code }) => (found.get(name) === many ? code || name : name));
    for (const { id, name, lng, lat } of own) {
      names.set(`${kind} ${id}`, name);
      point.set(id, `${lng} ${lat}`);
    }
  }
  return { refs: { ...refs, point }, choices, names, known: await loadKnownRoutes(trx, ctx, codes, names) };
}

/** Lets the import also find a store by its code, as companies' own lists name stores by codes. Names and codes of sites take precedence. */
async function addStoreCodes(
  trx: Trx,
  ctx: Ctx,
  found: Map<string, string | typeof many>,
  places: ReadonlyArray<{ id: string }>,
): Promise<void> {
  const { rows } = await sql<{ code: string; placeId: string }>`
    select code, place_id::text as "placeId" from store
    where client_id = ${ctx.clientId} and deleted_at is null and place_id = any(${places.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  const taken = new Set(found.keys());
  for (const { code, placeId } of rows) {
    if (taken.has(code)) continue;
    found.set(code, found.has(code) ? many : placeId);
  }
}

/** The stored stops of routes as the form has them, and the names of their places by id. */
async function loadStops(trx: Trx, ctx: Ctx, ids: string[]) {
  const { rows } = await sql<
    RouteStop & { routeId: string; name: string }
  >`select s.route_id::text as "routeId", p.name,
      s.place_id::text as "placeId", s.point_type as "pointType", round(s.distance_m / 1000.0, 1)::float8 as "distanceKm",
      s.drive_min as "driveMin", s.stay_min as "stayMin", s.early_min as "earlyMin", s.late_min as "lateMin", s.assess
    from route_stop s join place p on p.id = s.place_id
    where s.client_id = ${ctx.clientId} and s.route_id = any(${ids}::bigint[]) order by s.route_id, s.seq`.execute(trx);
  const lists = new Map<string, RouteStop[]>();
  for (const { routeId, name: _name, ...element } of rows) lists.set(routeId, [...(lists.get(routeId) ?? []), element]);
  return { lists, names: new Map(rows.map(({ placeId, name }) => [`place ${placeId}`, name])) };
}

async function loadKnownRoutes(
  trx: Trx,
  ctx: Ctx,
  codes: string[],
  names: Map<string, string>,
): Promise<Map<string, Known<RouteFields>>> {
  const known = new Map<string, Known<RouteFields>>();
  if (codes.length === 0) return known;
  const all = await trx
    .selectFrom('transport_route')
    .selectAll()
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where('code', 'in', codes)
    .execute();
  const ids = all.map(({ id }) => id);
  const seen = new Set(
    ids.length > 0
      ? (await selectRoutes(trx, ctx).select('r.id').where('r.id', 'in', ids).execute()).map(({ id }) => id)
      : [],
  );
  const stops = await loadStops(trx, ctx, ids);
  for (const [key, name] of stops.names) if (!names.has(key)) names.set(key, name);
  for (const r of all) {
    const yuan = (fen: number | null): number | null => (fen === null ? null : fen / 100);
    const fields = {
      routeCode: r.code,
      routeName: r.name,
      routeType: r.route_type,
      orgId: r.org_id,
      lineId: r.line_id,
      temperatureTypes: r.temperature_types,
      vehicleTypes: r.vehicle_types,
      weekdays: r.weekdays,
      departTimes: r.depart_times,
      tollYuan: yuan(r.toll_fen),
      fuelYuan: yuan(r.fuel_fen),
      status: r.status,
      remark: r.remark,
      stops: stops.lists.get(r.id) ?? [],
    };
    // the codes were checked when they were written
    known.set(r.code, {
      id: r.id,
      version: r.version,
      visible: seen.has(r.id),
      // what is stored passed the schema of the form when it was written
      fields: fields as unknown as RouteFields,
    });
  }
  return known;
}
