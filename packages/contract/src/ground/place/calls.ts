import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId, optionalNumber, optionalPattern } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { timeWindow } from '../../core/field/time-window';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { filterCode } from '../../core/register/pieces';
import { recycleCalls } from '../../core/register/recycle';
import { menus } from '../../shell/menus';
import { placeKind, placeSource, placeType, placeVisible, shapeKind, useStatus } from './enums';
import { lineSegments, segmentOut } from './segments';
import { shapeInput, shapeOut } from './shape';

/** Two menus lead to the same map: the resources' register and the monitoring's own map. */
const menu = [menus.regionSite.id, menus.myMap.id];
export const placeRead = { menu };
const placeRight = (action: string, label: string) => ({ menu, path: `regionalOrSiteManage/${action}`, label });

/** Colours that the form offers, readable on both base maps. */
export const placeColours = [
  '#2F7DE1',
  '#0E9F55',
  '#E08600',
  '#E03428',
  '#7C4DDB',
  '#0891A6',
  '#B4478F',
  '#5F6975',
] as const;

/** 图标: one character that stands in the mark of a place on the map; '' is none. */
export const placeIcons = ['', '仓', '配', '店', '客', '冷', '油', '修', '服', '停', '禁', '限'] as const;

/** Most places of one company. */
export const maxPlaces = 5000;

const kindsOfType: Readonly<Record<string, readonly number[]>> = {
  site: [1, 2, 3, 4, 5, 6, 10],
  region: [7, 8, 12, 9, 10],
  line: [11],
};
/** Types that a kind of place may have, for the form and the import. */
export const typesOf = (kind: string): ReadonlyArray<{ code: number; name: string }> =>
  placeType.options.filter(({ code }) => kindsOfType[kind]?.includes(code));

const tag = z.string().trim().min(1, '标签不能为空').max(10, '每个标签最多10个字符');

/** Fields of the form of a place, without its shape. */
export const placeFields = z.object({
  kind: z.literal(placeKind.codes, '请选择类别'),
  placeType: z.literal(placeType.codes, '请选择类型'),
  name: z.string('请输入名称').trim().min(1, '请输入名称').max(30, '最多30个字符'),
  code: optionalPattern(patterns.coding).refine((code) => code === null || code.length <= 20, '最多20个字符'),
  orgId: optionalId,
  address: z.string().trim().max(100, '最多100个字符').default(''),
  /** 0 means the same as nothing: the place has no limit of its own */
  speedLimitKmh: optionalNumber({ min: 0, max: 120, places: 0, unit: 'km/h' }).transform((kmh) => kmh || null),
  bufferM: numberWithin({ min: 0, max: 500, places: 0, unit: 'm' }).default(50),
  stayMin: numberWithin({ min: 1, max: 1440, places: 0, unit: '分钟' }).default(3),
  contact: z.string().trim().max(10, '最多10个字符').default(''),
  phone: optionalPattern(patterns.phoneOrTelephone),
  color: z.enum(placeColours, '请选择颜色').default('#2F7DE1'),
  icon: z.enum(placeIcons, '请选择图标').default(''),
  tags: z.array(tag).max(5, '最多5个标签').default([]),
  visible: z.literal(placeVisible.codes, '请选择可见范围').default(placeVisible.company),
  twoWay: z.boolean().default(true),
  /** 分段 of an electronic line */
  segments: lineSegments,
  /** 时段: when a place is open, or when a 限行区 keeps vehicles out; empty: at all hours */
  hours: z.array(timeWindow).max(3, '时段最多3个').default([]),
  /** a 限行区 keeps out vehicles of more total mass than this; null: all of them */
  limitOverT: optionalNumber({ min: 0.5, max: 100, places: 2, unit: 't' }),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PlaceFields = z.output<typeof placeFields>;

export const placeLabels: Record<keyof PlaceFields | 'shape' | 'status', string> = {
  kind: '类别',
  name: '名称',
  code: '编码',
  placeType: '类型',
  orgId: '所属部门',
  address: '地址',
  speedLimitKmh: '限速(km/h)',
  bufferM: '缓冲(m)',
  stayMin: '最短停留(分钟)',
  contact: '联系人',
  phone: '联系电话',
  color: '颜色',
  icon: '图标',
  tags: '标签',
  visible: '可见范围',
  twoWay: '双向',
  segments: '分段',
  hours: '时段',
  limitOverT: '限行总质量超过(t)',
  remark: '备注',
  shape: '图形',
  status: '状态',
};

interface Rule {
  field: 'placeType' | 'shape' | 'orgId';
  msg: string;
}
/** Rules over several fields, the same in the form and on the server. */
export function placeFaults(v: { kind: string; placeType: number; visible: number; orgId: string | null }): Rule[] {
  const faults: Rule[] = [];
  if (!typesOf(v.kind).some(({ code }) => code === v.placeType))
    faults.push({ field: 'placeType', msg: `${placeKind.label(v.kind)}不能是“${placeType.label(v.placeType)}”` });
  if (v.visible === placeVisible.org && !v.orgId)
    faults.push({ field: 'orgId', msg: '仅本部门可见时，请选择所属部门' });
  return faults;
}

/** A line of the register; lengths m, areas m², positions WGS-84. */
export const placeRow = z.object({
  id,
  kind: z.string(),
  placeType: z.number(),
  name: z.string(),
  code: z.string(),
  shapeKind: z.string(),
  radiusM: z.number().nullable(),
  areaKm2: z.number().nullable(),
  lengthKm: z.number().nullable(),
  lng: z.number(),
  lat: z.number(),
  address: z.string(),
  speedLimitKmh: z.number().nullable(),
  bufferM: z.number(),
  stayMin: z.number(),
  contact: z.string(),
  phone: z.string(),
  /** vehicles inside now, of those that the caller sees */
  insideCount: z.number(),
  /** times that vehicles of the caller came in since midnight */
  todayCount: z.number(),
  /** rules of alarms that point at it */
  ruleCount: z.number(),
  orgId: id.nullable(),
  orgName: z.string(),
  visible: z.number(),
  source: z.number(),
  color: z.string(),
  icon: z.string(),
  tags: z.array(z.string()),
  status: z.number(),
  version: z.number(),
  updateUser: z.string(),
  updateTime: dateTime,
});
export type PlaceRow = z.infer<typeof placeRow>;

const optionalTextOf = (max: number) => z.string().trim().max(max, `最多${max}个字符`).optional();

export const placeFilters = filterSet({
  kind: by.word('类别', placeKind, { bar: false }),
  keyword: by.text('名称、编码、地址', { columns: ['name', 'code', 'address'], main: true, width: 190 }),
  placeType: by.code('类型', placeType, { width: 130 }),
  /** only places with a vehicle inside */
  occupied: by.own({
    kind: 'choice' as const,
    label: '在内车辆',
    schema: filterCode([1]),
    options: [{ code: 1, name: '仅看有车' }],
    width: 150,
  }),
  shapeKind: by.word('图形', shapeKind, { columns: ['g.kind'], width: 130 }),
  tag: by.own(by.text('标签', { max: 10, width: 130 })),
  /** the department itself, not those below it */
  orgId: by.own(by.org('部门', orgOptions, { width: 150 })),
  source: by.code('来源', placeSource, { width: 130 }),
  /** whether a rule of alarms points at it */
  ruled: by.own(by.either('报警规则', '已引用', '未引用', { width: 130 })),
  status: by.code('状态', useStatus, { width: 120 }),
});
export type PlaceFilters = z.output<typeof placeFilters.schema>;

const callPath = (call: string) => `/api/base/manage/region/${call}` as const;

export const placePage = endpoint({
  path: callPath('page'),
  access: placeRead,
  title: '区域、站点、电子线路列表',
  input: pageQuery.extend(placeFilters.schema.shape),
  output: pageOf(placeRow),
});

/** Number of places by kind for the tabs: by all filters but the kind. */
export const placeCounts = endpoint({
  path: callPath('counts'),
  access: placeRead,
  title: '各类别的数量',
  input: placeFilters.schema,
  output: z.object({ all: z.number(), site: z.number(), region: z.number(), line: z.number() }),
});

export const placeDetail = endpoint({
  path: callPath('detail'),
  access: placeRead,
  title: '区域、站点、电子线路详情',
  input: z.object({ id }),
  output: z.object({
    ...placeRow.shape,
    twoWay: z.boolean(),
    segments: z.array(segmentOut),
    hours: z.array(timeWindow),
    limitOverT: z.number().nullable(),
    remark: z.string(),
    createTime: dateTime,
    shape: shapeOut,
    /** what uses it, in words: stores, routes, rules … */
    usedBy: z.array(z.string()),
    /** what of it would stay with the larger part of a split, as it can only mean one place; the rest joins both */
    staysWhole: z.array(z.string()),
    /** rules that look at each of their places by itself: with two parts, driving from one into the other is leaving and entering, and speeding begins anew */
    countsEach: z.array(z.string()),
    /** former shapes, the newest first */
    versions: z.array(
      z.object({
        startTime: z.string(),
        endTime: z.string(),
        userName: z.string(),
        shapeKind: z.string(),
        words: z.string(),
        shape: shapeOut,
      }),
    ),
  }),
});
export type PlaceDetail = z.infer<typeof placeDetail.output>;

export const placeAdd = endpoint({
  path: callPath('add'),
  access: placeRight('add', '新增'),
  title: '新增区域、站点或电子线路',
  input: placeFields.extend({ shape: shapeInput, source: z.literal(placeSource.codes).default(placeSource.hand) }),
  output: z.object({ id }),
});
export const placeUpdate = endpoint({
  path: callPath('update'),
  access: placeRight('edit', '编辑'),
  title: '编辑区域、站点或电子线路',
  input: placeFields.extend({ id, version: z.number().int(), shape: shapeInput }),
  output: z.object({ id, version: z.number() }),
});

export const placeLine = z.object({ id, name: z.string(), ok: z.boolean(), msg: z.string() });
const chosen = z.array(id).min(1, '请选择区域或站点').max(500, '一次最多处理500条');

export const placeDel = endpoint({
  path: callPath('del'),
  access: placeRight('del', '删除'),
  title: '删除区域、站点或电子线路',
  input: z.object({ ids: chosen }),
  output: z.array(placeLine),
});
export const placeRecycle = recycleCalls('/api/base/manage/region', placeRight('del', '删除'), '区域、站点或线路');
export const { page: placeRecyclePage, restore: placeRestore } = placeRecycle;
export const placeBatch = endpoint({
  path: callPath('batch'),
  access: placeRight('batch', '批量修改'),
  title: '批量修改颜色、标签、部门、状态',
  input: z
    .object({
      ids: chosen,
      color: z.enum(placeColours).optional(),
      tags: z.array(tag).max(5, '最多5个标签').optional(),
      orgId: id.nullable().optional(),
      status: z.literal(useStatus.codes).optional(),
    })
    .refine(
      (v) => v.color !== undefined || v.tags !== undefined || v.orgId !== undefined || v.status !== undefined,
      '请至少选择一项要修改的内容',
    ),
  output: z.array(placeLine),
});

/** All places that the caller sees with their shapes, for drawing them on a map; without `withOff` only those in use. */
export const placeShapes = endpoint({
  path: callPath('shapes'),
  access: 'session',
  title: '地图上的区域、站点、电子线路',
  input: z.object({ kinds: z.array(z.enum(placeKind.codes)).default([]), withOff: z.boolean().default(false) }),
  output: z.array(
    z.object({
      id,
      kind: z.string(),
      placeType: z.number(),
      name: z.string(),
      color: z.string(),
      icon: z.string(),
      lng: z.number(),
      lat: z.number(),
      insideCount: z.number(),
      shape: shapeOut,
    }),
  ),
});
export type PlaceOnMap = z.infer<typeof placeShapes.output>[number];

export const placeInside = endpoint({
  path: callPath('inside'),
  access: 'session',
  title: '区域或站点内的车辆',
  /** with `time`: who was inside at that moment, by the last fix within a day before it and the shape of that time */
  input: z.object({ id, time: dateTime.optional() }),
  output: z.array(
    z.object({
      vehicleId: id,
      plateNo: z.string(),
      /** both null for a moment of the past */
      state: z.number().nullable(),
      stateSince: dateTime.nullable(),
      deviceTime: z.string(),
    }),
  ),
});

export const placeExport = endpoint({
  path: callPath('export'),
  access: placeRight('export', '导出'),
  title: '导出区域、站点、电子线路',
  input: placeFilters.schema.extend({
    sort: pageQuery.shape.sort,
    fields: z.array(z.string().max(40)).min(1, '最少勾选一个显示的字段').max(100).optional(),
    ids: z.array(id).max(500, '一次最多导出500条勾选的记录').optional(),
    format: z.enum(['xlsx', 'csv', 'geojson', 'kml']).optional(),
  }),
  output: z.object({ id }),
});

export const placeChangeHis = endpoint({
  path: callPath('changeHis'),
  access: placeRead,
  title: '区域、站点、电子线路变更记录',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      id,
      time: dateTime,
      userName: z.string(),
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});

/** Choices for pickers, at most 100; `keyword` looks in name and code. */
export const placeOptions = endpoint({
  path: callPath('options'),
  access: 'session',
  title: '区域、站点、电子线路选项',
  input: z.object({ keyword: optionalTextOf(30), kind: z.enum(placeKind.codes).optional() }),
  output: z.array(
    z.object({ id, name: z.string(), placeType: z.number(), address: z.string(), lng: z.number(), lat: z.number() }),
  ),
});

/** Every region, site and line in use that the caller sees, without shapes: what the transport frame keeps for its session. */
export const areaListAll = endpoint({
  path: '/api/base/manage/area/listAll',
  access: 'session',
  title: '全部区域、站点、电子线路（不含图形）',
  output: z.array(
    z.object({
      id,
      /** `placeKind` */
      kind: z.string(),
      placeType: z.number(),
      code: z.string(),
      name: z.string(),
      lng: z.number(),
      lat: z.number(),
    }),
  ),
});
export type AreaOrPoint = z.infer<typeof areaListAll.output>[number];
