import { windowsOf } from '@tongda/contract/core/field/time-window';
import { clearMark } from '@tongda/contract/core/register/import';
import { placeColours, placeIcons, typesOf } from '@tongda/contract/ground/place/calls';
import { placeKind, placeType, placeVisible, shapeKind } from '@tongda/contract/ground/place/enums';
import { maxImportPlaces } from '@tongda/contract/ground/place/import';
import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { invalidField } from '../../../../core/http/errors';
import { readImport, type SheetColumn } from '../../../../core/import/sheet';
import { heavyTask, runHeavy } from '../../../../core/run/heavy';
import { readPlacemarks } from './kml';

/** A place as it stands in a file, not checked yet; `msg` says why it is none. */
export interface Candidate {
  no: number;
  fields: Record<string, unknown>;
  msg: string;
  /** column of the sheet that `msg` is about */
  field?: string;
}

const usualRadiusM = 200;
/** Error of a new place without coordinates. */
export const noGround = '请填写经度和纬度，或坐标串';
const wrongFile = '文件应为 KML、GeoJSON 或模板 xlsx';

/** Reads a file by its content, whatever it is called. Throws 4000 for what is none of the three. */
export async function readPlaces(bytes: Buffer): Promise<Candidate[]> {
  if (bytes.length > 3 && bytes.readUInt16LE(0) === 0x4b50) return readSheet(bytes);
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart();
  const found = text.startsWith('{') ? readGeoJson(text) : text.startsWith('<') ? readKml(text) : null;
  if (!found) throw invalidField('file', wrongFile);
  if (found.length === 0) throw invalidField('file', '文件中没有可以导入的图形');
  if (found.length > maxImportPlaces)
    throw invalidField('file', `一次最多导入${maxImportPlaces}个，文件中有${found.length}个`);
  return found;
}

/** Places that a thread hands over at a time; a line may have thousands of positions. */
const placesAtOnce = 20;

export const readPlacesTask = heavyTask(
  'read-places',
  async function* ({ bytes }: { bytes: Uint8Array }): AsyncGenerator<Candidate[]> {
    const found = await readPlaces(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    for (let at = 0; at < found.length; at += placesAtOnce) yield found.slice(at, at + placesAtOnce);
  },
);

/** As {@link readPlaces}, in a thread. */
export async function readPlacesFile(bytes: Buffer): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for await (const part of runHeavy(readPlacesTask, { bytes })) found.push(...part);
  return found;
}

type Texts = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

/** Fields that every format has beside the geometry; without a given kind it follows from the geometry. */
function commonFieldsOf(properties: Texts, usualKind: string): Record<string, unknown> {
  const kind =
    placeKind.codes.find((code) => code === properties.kind || placeKind.label(code) === properties.kind) ?? usualKind;
  const [usual] = typesOf(kind);
  const typeText = textOf(properties.placeType ?? properties.typeName);
  const type = placeType.options.find(({ code, name }) => String(code) === typeText || name === typeText);
  return {
    kind,
    // a file that says no type does not change the one of a known place
    typeGiven: type !== undefined,
    placeType: type?.code ?? (kind === placeKind.site ? placeType.other : (usual?.code ?? placeType.other)),
    name: textOf(properties.name ?? properties.Name ?? properties.title ?? properties.名称),
    code: textOf(properties.code) || null,
    remark: textOf(properties.remark ?? properties.description).slice(0, 200),
    ...(placeColours.some((colour) => colour === properties.color) ? { color: properties.color } : {}),
    ...(placeIcons.some((icon) => icon === properties.icon) ? { icon: properties.icon } : {}),
  };
}

interface Geometry {
  type?: unknown;
  coordinates?: unknown;
}

function readGeoJson(text: string): Candidate[] {
  let parsed: { type?: unknown; features?: unknown };
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalidField('file', 'GeoJSON 文件内容不完整，不能解析');
  }
  const features = parsed.type === 'FeatureCollection' && Array.isArray(parsed.features) ? parsed.features : [parsed];
  return features.map((feature: { properties?: Texts; geometry?: Geometry }, i): Candidate => {
    const properties = feature?.properties ?? {};
    const adcode = textOf(properties.adcode);
    if (properties.shape === shapeKind.district && /^\d{6}$/u.test(adcode))
      return {
        no: i + 1,
        fields: { ...commonFieldsOf(properties, 'region'), shape: { kind: 'district', adcode } },
        msg: '',
      };
    return geometryOf(i + 1, properties, feature?.geometry ?? {});
  });
}

/** Positions of a GeoJSON array, heights left out; [] when it is none. */
const readPositions = (value: unknown): LngLat[] =>
  Array.isArray(value)
    ? value.flatMap((p): LngLat[] =>
        Array.isArray(p) && Number.isFinite(p[0]) && Number.isFinite(p[1]) ? [[p[0], p[1]]] : [],
      )
    : [];

function geometryOf(no: number, properties: Texts, { type, coordinates }: Geometry): Candidate {
  const list = Array.isArray(coordinates) ? coordinates : [];
  const wrong = (msg: string): Candidate => ({ no, fields: commonFieldsOf(properties, 'region'), msg });
  const number = (name: string, usual: number): number => Math.round(Number(properties[name]) || usual);
  switch (type) {
    case 'Point': {
      const [lng, lat] = readPositions([list])[0] ?? [];
      const shape = { kind: 'circle', lng, lat, radiusM: number('radiusM', usualRadiusM) };
      return { no, fields: { ...commonFieldsOf(properties, 'site'), shape }, msg: '' };
    }
    case 'LineString': {
      const halfWidthM = number('halfWidthM', number('radiusM', shapeLimits.halfWidth.usual));
      const points = thinVertices(readPositions(list), shapeLimits.line.max, false);
      return {
        no,
        fields: { ...commonFieldsOf(properties, 'line'), shape: { kind: 'line', points, halfWidthM } },
        msg: '',
      };
    }
    case 'MultiPolygon':
      return list.length === 1
        ? geometryOf(no, properties, { type: 'Polygon', coordinates: list[0] })
        : wrong('由多个面组成，请拆成多个');
    case 'Polygon': {
      if (list.length > 1) return wrong('带有空洞的面不能导入');
      const points = thinVertices(readPositions(list[0]), shapeLimits.polygon.max, true);
      return { no, fields: { ...commonFieldsOf(properties, 'region'), shape: { kind: 'polygon', points } }, msg: '' };
    }
    default:
      return wrong('没有点、线或面');
  }
}

/** Leaves out points that lie near the one before until there are at most `most`, as the simplification of a line can cost the square of its length. */
function dropNearPoints(points: LngLat[], most: number): LngLat[] {
  let kept = points;
  for (let apart = 1e-5; kept.length > most && apart < 360; apart *= 2) {
    let [lastLng, lastLat] = [Number.POSITIVE_INFINITY, 0];
    kept = kept.filter(([lng, lat], i) => {
      const near = Math.abs(lng - lastLng) < apart && Math.abs(lat - lastLat) < apart;
      if (near && i < kept.length - 1) return false;
      [lastLng, lastLat] = [lng, lat];
      return true;
    });
  }
  // what is still too much does not lie on this earth, and is refused for that
  return kept.slice(0, most);
}

/** Simplifies an outline step by step until it has at most `most` vertices. A closed ring loses its repeated last point. */
function thinVertices(points: LngLat[], most: number, isRing: boolean): LngLat[] {
  const [first, last] = [points[0], points.at(-1)];
  const closed = isRing && points.length > 1 && first && last && first[0] === last[0] && first[1] === last[1];
  const few = dropNearPoints(points, most * 2 + 5000);
  let kept: LngLat[] = few;
  for (let toleranceM = 2; kept.length - (closed ? 1 : 0) > most && toleranceM < 10_000; toleranceM *= 2)
    kept = simplifyLine(few, toleranceM);
  return closed ? kept.slice(0, -1) : kept;
}

function readKml(text: string): Candidate[] {
  return readPlacemarks(text).map(({ data, polygons, outer, inner, line, point }, i): Candidate => {
    const centre = textOf(data.centre).split(',').map(Number);
    if (data.shape === shapeKind.circle && centre.length === 2)
      return geometryOf(i + 1, data, { type: 'Point', coordinates: centre });
    if (polygons > 1) return { no: i + 1, fields: commonFieldsOf(data, 'region'), msg: '由多个面组成，请拆成多个' };
    if (polygons === 1) return geometryOf(i + 1, data, { type: 'Polygon', coordinates: [outer ?? [], ...inner] });
    if (line) return geometryOf(i + 1, data, { type: 'LineString', coordinates: line });
    return geometryOf(i + 1, data, { type: 'Point', coordinates: point });
  });
}

/** Fields that a cell fills as it is. */
const plain = ['address', 'contact', 'phone', 'speedLimitKmh', 'bufferM', 'stayMin', 'limitOverT'] as const;
type Field =
  | 'kind'
  | 'placeType'
  | 'name'
  | 'code'
  | 'lng'
  | 'lat'
  | 'radiusM'
  | 'points'
  | 'hours'
  | 'tags'
  | 'orgName'
  | 'visible'
  | 'twoWay'
  | 'icon'
  | 'remark'
  | (typeof plain)[number];
const twoWays = ['双向', '单向'];
/** Columns of the template: a circle by its centre, anything else by its positions. */
export const placeSheet: Array<SheetColumn<Field>> = [
  { field: 'name', label: '名称', required: true, example: '苏州相城冷库', note: '最多30个字符，同类不能重复' },
  {
    field: 'kind',
    label: '类别',
    required: true,
    example: '站点',
    note: '站点、区域或电子线路',
    options: placeKind.options.map((o) => o.name),
  },
  {
    field: 'placeType',
    label: '类型',
    example: '仓库',
    note: '从下拉框选择，空白为其他',
    options: placeType.options.map((o) => o.name),
  },
  { field: 'code', label: '编码', example: '', note: '字母、数字、-，最多20个字符' },
  { field: 'lng', label: '经度', example: 120.63, note: 'WGS-84，圆形填中心点' },
  { field: 'lat', label: '纬度', example: 31.36, note: 'WGS-84，圆形填中心点' },
  { field: 'radiusM', label: '半径(m)', example: 400, note: '圆形50~50000，空白为200；电子线路为两侧宽度50~5000' },
  { field: 'points', label: '坐标串', example: '', note: '多边形或线路填各点“经度,纬度”，用分号隔开；圆形不填' },
  { field: 'address', label: '地址', example: '', note: '最多100个字符' },
  {
    field: 'hours',
    label: '时段',
    example: '周一至周五 07:00-18:00；周六 08:00-12:00',
    note: '站点、区域的开放时段，限行区为限行时段；最多3段，用分号隔开',
  },
  { field: 'speedLimitKmh', label: '限速(km/h)', example: '', note: '0~120 的整数，0或空白为不限速' },
  { field: 'bufferM', label: '缓冲(m)', example: 50, note: '0~500 的整数，空白为 50' },
  { field: 'stayMin', label: '最短停留(分钟)', example: 3, note: '1~1440 的整数，空白为 3' },
  { field: 'contact', label: '联系人', example: '王海', note: '最多10个字符' },
  { field: 'phone', label: '联系电话', example: '13800138000', note: '手机号或固定电话' },
  { field: 'tags', label: '标签', example: '冷库、外租', note: '最多5个，用顿号隔开' },
  {
    field: 'orgName',
    label: '所属部门',
    example: '华东分公司',
    note: '部门全名；同名的部门写上级，如 总部/华东分公司',
  },
  {
    field: 'visible',
    label: '可见范围',
    example: '全公司',
    note: '空白为全公司；本部门须填所属部门',
    options: placeVisible.options.map((o) => o.name),
  },
  { field: 'icon', label: '图标', example: '仓', note: '地图标记中的一个字', options: placeIcons.filter(Boolean) },
  { field: 'twoWay', label: '双向', example: '', note: '电子线路填写，空白为双向', options: twoWays },
  { field: 'limitOverT', label: '限行总质量超过(t)', example: '', note: '限行区填写，空白为所有货车' },
  { field: 'remark', label: '备注', example: '', note: '最多200个字符' },
];

/** Fields that only the sheet has; blank cells are left out. Hours that cannot be read are null. */
function sheetFieldsOf(cells: Partial<Record<Field, string>>): Record<string, unknown> {
  const { hours, tags, orgName, visible, icon, twoWay } = cells;
  const found: Record<string, unknown> = {};
  for (const field of plain) {
    const text = cells[field];
    if (!text) continue;
    const number = field !== 'address' && field !== 'contact' && field !== 'phone';
    found[field] = number && text !== clearMark && !Number.isNaN(Number(text)) ? Number(text) : text;
  }
  if (orgName) found.orgName = orgName;
  if (visible) found.visible = visible === clearMark ? visible : codeOfVisible(visible);
  if (icon) found.icon = icon;
  if (twoWay)
    found.twoWay = twoWay === clearMark ? twoWay : twoWay === '双向' ? true : twoWay === '单向' ? false : twoWay;
  if (hours) found.hours = hours === clearMark ? hours : windowsOf(hours);
  if (tags) found.tags = tags === clearMark ? tags : tags.split(/[、,，;；]+/u).flatMap((tag) => tag.trim() || []);
  return found;
}

const codeOfVisible = (text: string): number | string =>
  placeVisible.options.find(({ name }) => name === text)?.code ?? text;

async function readSheet(bytes: Buffer): Promise<Candidate[]> {
  const { rows } = await readImport(bytes, placeSheet, maxImportPlaces);
  return rows.map(({ row, cells, broken: [broken] = [] }): Candidate => {
    const fields: Record<string, unknown> = { ...commonFieldsOf(cells, textOf(cells.kind)), ...sheetFieldsOf(cells) };
    if (broken) return { no: row, fields, msg: broken.msg, field: broken.field };
    const points = (cells.points ?? '')
      .split(/[;；\s]+/u)
      .filter(Boolean)
      .map((pair): LngLat => {
        const [lng = Number.NaN, lat = Number.NaN] = pair.split(/[,，]/u).map(Number);
        return [lng, lat];
      });
    if (fields.hours === null)
      return { no: row, fields, msg: '时段应如 周一至周五 07:00-18:00，多段用分号隔开', field: 'hours' };
    if (!placeKind.options.some((o) => o.name === cells.kind))
      return { no: row, fields, msg: '类别应为站点、区域或电子线路', field: 'kind' };
    const width = Number(cells.radiusM) || usualRadiusM;
    // without coordinates: a known place keeps its shape
    if (points.length === 0 && !cells.lng && !cells.lat) return { no: row, fields, msg: '' };
    if (fields.kind === placeKind.line)
      return { no: row, fields: { ...fields, shape: { kind: 'line', points, halfWidthM: width } }, msg: '' };
    if (points.length > 0) return { no: row, fields: { ...fields, shape: { kind: 'polygon', points } }, msg: '' };
    if (!cells.lng || !cells.lat) return { no: row, fields, msg: noGround, field: cells.lng ? 'lat' : 'lng' };
    const shape = { kind: 'circle', lng: Number(cells.lng), lat: Number(cells.lat), radiusM: width };
    return { no: row, fields: { ...fields, shape }, msg: '' };
  });
}
