import { windowWords } from '@tongda/contract/core/field/time-window';
import { type PlaceFields, placeFaults, type placeLabels } from '@tongda/contract/ground/place/calls';
import { placeKind, placeType, placeVisible, shapeKind } from '@tongda/contract/ground/place/enums';
import { beyondLine, segmentWords } from '@tongda/contract/ground/place/segments';
import type { ShapeInput } from '@tongda/contract/ground/place/shape';
import { pathLengthM } from '@tongda/geo/distance';
import { type Shape, selfIntersects, shapeAreaM2, shapeBbox, shapeCentre } from '@tongda/geo/shape';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { PlaceShape } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { invalid, invalidField } from '../../../core/http/errors';
import { type StoredShape, shapeOf, shapeOfDrawn, storedShapeOf } from '../../../kernel/ground/place-shape';
import { loadGeocoder } from '../../base/map/door';
import { orgScope } from '../../base/org/door';

/** Turns the shape of a request into a stored one; the borders of a district are looked up. Throws 4000 for an impossible shape. */
export async function resolveGround(wire: ShapeInput, kind: string): Promise<StoredShape> {
  if ((kind === placeKind.line) !== (wire.kind === 'line'))
    throw invalidField('shape', kind === placeKind.line ? '电子线路请画折线' : `${placeKind.label(kind)}请画面状图形`);
  if (wire.kind === 'district') {
    const { districts } = await loadGeocoder();
    if (!districts.find(wire.adcode)) throw invalidField('shape', '行政区不存在');
    return storedShapeOf({ kind: 'district', parts: districts.parts(wire.adcode) }, wire.adcode);
  }
  if (wire.kind === 'polygon' && selfIntersects(wire.points)) throw invalidField('shape', '多边形不能自相交');
  return storedShapeOf(shapeOfDrawn(wire));
}

type Measured = Pick<
  Insertable<PlaceShape>,
  | 'kind'
  | 'geometry'
  | 'radius_m'
  | 'adcode'
  | 'west'
  | 'south'
  | 'east'
  | 'north'
  | 'lng'
  | 'lat'
  | 'area_m2'
  | 'length_m'
>;

/** A row of place_shape with measures: box (radius and buffer included), centre, area and length in m² and m. */
export function measuredShape(ground: StoredShape, bufferM: number): Measured {
  const shape: Shape = shapeOf(ground);
  const box = shapeBbox(shape, bufferM);
  const centre = shapeCentre(shape);
  if (!box || !centre) throw invalidField('shape', '请在地图上画出图形');
  const [west, south, east, north] = box;
  return {
    ...ground,
    geometry: JSON.stringify(ground.geometry),
    west,
    south,
    east,
    north,
    lng: Math.round(centre[0] * 1e6) / 1e6,
    lat: Math.round(centre[1] * 1e6) / 1e6,
    area_m2: shapeAreaM2(shape),
    length_m: shape.kind === 'line' ? pathLengthM(shape.path) : 0,
  };
}

/** `圆形，半径 500 m`: a ground for the change history. */
export function groundWords(ground: StoredShape): string {
  const shape = shapeOf(ground);
  const name = shapeKind.label(ground.kind);
  const at = shapeCentre(shape);
  const where = at ? `，中心 ${at[0].toFixed(5)},${at[1].toFixed(5)}` : '';
  switch (shape.kind) {
    case 'circle':
      return `${name}，半径 ${shape.radiusM} m${where}`;
    case 'line':
      return `${name}，${shape.path.length} 个点，长 ${(pathLengthM(shape.path) / 1000).toFixed(1)} km，缓冲 ${shape.halfWidthM} m`;
    case 'polygon':
      return `${name}，${shape.rings[0]?.length ?? 0} 个顶点，面积 ${areaWords(shape)}${where}`;
    default:
      return `${name}，面积 ${areaWords(shape)}${where}`;
  }
}
const areaWords = (shape: Shape): string => {
  const m2 = shapeAreaM2(shape);
  return m2 < 100_000 ? `${Math.round(m2)} m²` : `${(m2 / 1e6).toFixed(2)} km²`;
};

/** The buffer of a place, metres; a line has its half width instead. */
export const bufferMOf = (v: Pick<PlaceFields, 'kind' | 'bufferM'>): number =>
  v.kind === placeKind.line ? 0 : v.bufferM;

/** Table columns of the form; lists as they are, because rows travel as JSON. */
export const columnsOf = (v: PlaceFields) => ({
  kind: v.kind,
  place_type: v.placeType,
  name: v.name,
  code: v.code,
  org_id: v.orgId,
  address: v.address,
  speed_limit_kmh: v.speedLimitKmh,
  buffer_m: bufferMOf(v),
  stay_min: v.stayMin,
  contact: v.contact,
  phone: v.phone,
  color: v.color,
  // images of imports from before there were icons and segments have none
  icon: v.icon ?? '',
  tags: v.tags,
  visible: v.visible,
  two_way: v.twoWay,
  segments: v.kind === placeKind.line ? (v.segments ?? []) : [],
  // only 限行区 have a limit, as stowage asks for it
  hours: v.kind === placeKind.line ? [] : v.hours,
  limit_over_t: v.placeType === placeType.truckLimit ? v.limitOverT : null,
  remark: v.remark,
});

/** Checks the rules over several fields and against other places. Throws 4000; answers the department's name for the change history. */
export async function checkFields(trx: Trx, ctx: Ctx, v: PlaceFields, ownId: string | null): Promise<string> {
  const faults: Array<{ field: string; msg: string }> = [...placeFaults(v)];
  let orgName = '';
  if (v.orgId) {
    const org = await trx
      .selectFrom('org')
      .select('name')
      .where('id', '=', v.orgId)
      // the provider's people read every company's departments
      .where('client_id', '=', ctx.clientId)
      .where(orgScope(ctx, 'org.id'))
      .executeTakeFirst();
    if (org) orgName = org.name;
    else faults.push({ field: 'orgId', msg: '所选部门不存在或不在您的权限范围内' });
  }
  const twins = await trx
    .selectFrom('place')
    .select(['name', 'code'])
    .where('client_id', '=', ctx.clientId)
    .where('kind', '=', v.kind)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${ownId}`)
    .where((e) => e.or([e('name', '=', v.name), ...(v.code ? [e('code', '=', v.code)] : [])]))
    .execute();
  const what = placeKind.label(v.kind);
  if (twins.some((t) => t.name === v.name)) faults.push({ field: 'name', msg: `${what}“${v.name}”已存在` });
  if (v.code && twins.some((t) => t.code === v.code))
    faults.push({ field: 'code', msg: `编码${v.code}已被其他${what}使用` });
  if (faults.length > 0) throw invalid(faults);
  return orgName;
}

/** The sentence that says which segment of a line lies beyond its end; null when all lie on it. */
export function segmentFault(
  { kind, segments }: Pick<PlaceFields, 'kind' | 'segments'>,
  ground: StoredShape,
): string | null {
  const shape = shapeOf(ground);
  if (kind !== placeKind.line || shape.kind !== 'line' || !segments?.length) return null;
  return beyondLine(segments, pathLengthM(shape.path));
}

/** A place as it is written: its form and its ground. */
export type PlaceRecord = PlaceFields & { shape: StoredShape };

/** A place in words, for the change history; `names` has the department by `org <id>`. */
export function placeInWords(
  v: PlaceRecord,
  names: ReadonlyMap<string, string>,
): Partial<Record<keyof typeof placeLabels, string>> {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
  return {
    kind: placeKind.label(v.kind),
    name: v.name,
    code: text(v.code),
    placeType: placeType.label(v.placeType),
    orgId: names.get(`org ${v.orgId}`) ?? '',
    address: v.address,
    speedLimitKmh: text(v.speedLimitKmh),
    bufferM: v.kind === placeKind.line ? '' : text(v.bufferM),
    stayMin: text(v.stayMin),
    contact: v.contact,
    phone: text(v.phone),
    color: v.color,
    icon: v.icon,
    tags: v.tags.join('、'),
    visible: placeVisible.label(v.visible),
    twoWay: v.kind === placeKind.line ? (v.twoWay ? '是' : '否') : '',
    segments: v.kind === placeKind.line ? segmentWords(v.segments ?? []) : '',
    hours: windowWords(v.hours) || (v.placeType === placeType.truckLimit ? '全天' : ''),
    limitOverT: v.placeType === placeType.truckLimit ? text(v.limitOverT) : '',
    remark: v.remark,
    shape: groundWords(v.shape),
  };
}
