import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { timeWindow } from '../../core/field/time-window';
import { dateTime, id } from '../../core/page';
import { registerCalls } from '../../core/register/calls';
import { duplicatesCall } from '../../core/register/duplicates';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions } from '../../core/register/pieces';
import { placeLine } from '../../ground/place/calls';
import { locateStatus, useStatus, yesNo } from '../../ground/place/enums';
import { shapeInput, shapeOut } from '../../ground/place/shape';
import { menus } from '../../shell/menus';
import { nodeTypeList } from '../../transport/enums';
import { arrivalEvidence } from '../enums';
import { temperatureType } from '../vehicle/enums';
import { storeRoutes } from './arrivals';

const menu = menus.store.id;
const read = { menu };
const storeRight = (action: string, label: string) => ({ menu, path: `customer/store/${action}`, label });
const rightWords = { add: '新增', edit: '编辑', del: '删除', import: '导入' } as const;

/** Types of a store: the nodes of the enumeration except the vehicle. */
export const storeTypes = nodeTypeList.options.filter(({ code }) => code !== nodeTypeList.vehicle);
const storeType = z.union([z.literal(nodeTypeList.store), z.literal(nodeTypeList.warehouse)], '请选择类型');

/** Radius of a store's fence, metres. */
export const storeRadius = { min: 50, max: 2000, usual: 200 } as const;

const storeShape = shapeInput.refine(
  (shape) => shape.kind !== 'circle' || shape.radiusM <= storeRadius.max,
  `围栏半径应在${storeRadius.min}~${storeRadius.max}m之间`,
);

export const storeFields = z.object({
  storeName: z.string('请输入门店名称').trim().min(1, '请输入门店名称').max(30, '最多30个字符'),
  storeCode: z
    .string('请输入门店编码')
    .trim()
    .min(1, '请输入门店编码')
    .max(20, '最多20个字符')
    .regex(patterns.coding.regex, patterns.coding.message),
  customerId: z.string('请选择客户').regex(/^\d{1,19}$/u, '请选择客户'),
  orgId: optionalId,
  nodeType: storeType.default(nodeTypeList.store),
  contact: z
    .string()
    .trim()
    .refine((text) => text === '' || (text.length >= 2 && text.length <= 10), '联系人应为2~10个字符')
    .default(''),
  phone: z
    .string('请输入联系电话')
    .trim()
    .min(1, '请输入联系电话')
    .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message),
  address: z.string('请输入地址').trim().min(1, '请输入地址').max(100, '最多100个字符'),
  timeWindows: z.array(timeWindow).max(3, '收货时间窗最多3个').default([]),
  unloadMinutes: numberWithin({ min: 5, max: 240, places: 0, unit: '分钟' }).default(30),
  cargoPlatform: z.literal(yesNo.codes, '请选择是否有月台').default(yesNo.no),
  temperatureTypes: z.array(z.literal(temperatureType.codes, '温区不正确')).max(4, '温区最多4个').default([]),
  vehicleLimit: z.string().trim().max(50, '最多50个字符').default(''),
  evidence: z.array(z.literal(arrivalEvidence.codes, '到店证据不正确')).max(4, '到店证据最多4种').default([]),
  status: z.literal(useStatus.codes, '请选择状态').default(useStatus.on),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type StoreFields = z.output<typeof storeFields>;

export const storeLabels: Record<keyof StoreFields, string> = {
  storeName: '门店名称',
  storeCode: '门店编码',
  customerId: '客户',
  orgId: '所属部门',
  nodeType: '类型',
  contact: '联系人',
  phone: '联系电话',
  address: '详细地址',
  timeWindows: '收货时间窗',
  unloadMinutes: '卸货时长(分钟)',
  cargoPlatform: '月台',
  temperatureTypes: '温区',
  vehicleLimit: '车型限制',
  evidence: '到店证据',
  status: '状态',
  remark: '备注',
};
/** Label of the fence in the change history; the fence is drawn with the store but is not one of its fields. */
export const fenceLabel = '围栏';

/** The dictionary of each field whose value is a code. */
export const storeDicts: Partial<Record<keyof StoreFields, string>> = {
  nodeType: nodeTypeList.typeCode,
  cargoPlatform: yesNo.typeCode,
  temperatureTypes: temperatureType.typeCode,
  evidence: arrivalEvidence.typeCode,
  status: useStatus.typeCode,
};

export const storeRow = z.object({
  id,
  storeCode: z.string(),
  storeName: z.string(),
  customerId: id.nullable(),
  customerName: z.string(),
  orgId: id.nullable(),
  orgName: z.string(),
  nodeType: z.number(),
  contact: z.string(),
  phone: z.string(),
  /** province, city and district of the point; empty while it is not known */
  area: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** `圆形 200 m`, `多边形`; empty without a fence */
  fence: z.string(),
  windows: z.string(),
  unloadMinutes: z.number(),
  cargoPlatform: z.number(),
  temperatureTypes: z.array(z.number()),
  vehicleLimit: z.string(),
  /** the arrivalEvidence that the store asks of an arrival */
  evidence: z.array(z.number()),
  /** number of transport routes that call at the store */
  routeCount: z.number(),
  /** stays of the last 30 days, their mean length, and the distance from the stored point to where trucks unload, m (null while unknown) */
  visits: z.number(),
  avgStayMin: z.number().nullable(),
  offsetM: z.number().nullable(),
  locateStatus: z.number(),
  status: z.number(),
  version: z.number(),
  updateTime: dateTime,
});
export type StoreRow = z.infer<typeof storeRow>;

export const storeFilters = filterSet({
  storeName: by.text('门店名称', { columns: ['name'], main: true, width: 190 }),
  storeCode: by.text('编码', { max: 20, columns: ['code'], width: 150 }),
  customerId: by.record('客户', 'customer', customerOptions, { width: 170 }),
  /** a route that calls there */
  routeId: by.own(by.record('线路', 'transport_route', storeRoutes, { width: 160 })),
  nodeType: by.code(
    '类型',
    { codes: [nodeTypeList.store, nodeTypeList.warehouse], options: storeTypes },
    { width: 130 },
  ),
  address: by.own(by.text('地区/地址', { width: 190 })),
  /** this department only, without those below it */
  orgId: by.own(by.org('部门', orgOptions, { width: 160 })),
  status: by.code('状态', useStatus, { width: 120 }),
  locateStatus: by.own(by.code('定位状态', locateStatus, { bar: false })),
  hasCustomer: by.own(by.either('绑定客户', '已绑定', '未绑定', { width: 150 })),
  hasRoute: by.own(by.either('绑定线路', '已绑定', '未绑定', { width: 150 })),
});
export type StoreFilters = z.output<typeof storeFilters.schema>;

const base = '/api/base/manage/store';
const callPath = (call: string) => `${base}/${call}` as const;
export const storeRegister = registerCalls({
  base,
  noun: '门店',
  unit: '家',
  menu,
  right: (right) => (right === 'export' ? storeRight('exportStore', '导出门店') : storeRight(right, rightWords[right])),
  fields: {
    row: storeRow,
    filters: storeFilters,
    // a new store says where it is; one from a file, or from before, may still have no position and keeps none until somebody locates it
    input: storeFields.extend({ shape: storeShape }),
    change: storeFields.extend({ id, version: z.number().int(), shape: storeShape.nullable().default(null) }),
  },
  words: { export: 'exportStore' },
});
export const {
  page: storePage,
  add: storeAdd,
  update: storeUpdate,
  exports: storeExport,
  changeHis: storeChangeHis,
  imports: storeImports,
} = storeRegister;
export const { page: storeRecyclePage, restore: storeRestore } = storeRegister.recycle;
export const storeDuplicates = duplicatesCall(base, read, '门店');
export const storeDetail = endpoint({
  path: callPath('detail'),
  access: read,
  title: '门店详情',
  input: z.object({ id }),
  output: z.object({
    ...storeRow.shape,
    timeWindows: z.array(timeWindow),
    remark: z.string(),
    shape: shapeOut.nullable(),
    /** where trucks unload, learned from `stays` stays; null while unknown */
    learned: z.object({ lng: z.number(), lat: z.number(), stays: z.number() }).nullable(),
    updateUser: z.string(),
  }),
});
export type StoreDetail = z.infer<typeof storeDetail.output>;

/** How many pins the map of stores shows at most. */
export const maxStorePins = 5000;
export const storeMap = endpoint({
  path: callPath('map'),
  access: read,
  title: '门店地图',
  input: storeFilters.schema,
  output: z.object({
    pins: z.array(
      z.object({
        id,
        storeCode: z.string(),
        storeName: z.string(),
        nodeType: z.number(),
        customerName: z.string(),
        address: z.string(),
        windows: z.string(),
        visits: z.number(),
        lng: z.number(),
        lat: z.number(),
        locateStatus: z.number(),
        status: z.number(),
        evidence: z.array(z.number()),
      }),
    ),
    /** number of stores under the same filters, in all and without a position */
    total: z.number().int(),
    missing: z.number().int(),
  }),
});
export type StorePin = z.infer<typeof storeMap.output>['pins'][number];

/** Choices for select boxes, at most 500; `keyword` looks in name and code. */
export const storeOptions = endpoint({
  path: callPath('options'),
  access: 'session',
  title: '门店选项',
  input: z.object({
    keyword: z.string().trim().max(30, '最多30个字符').optional(),
    nodeType: storeType.optional(),
    /** true: only stores with a position */
    located: z.boolean().optional(),
  }),
  output: z.array(z.object({ id, name: z.string(), code: z.string(), customerName: z.string() })),
});

export const storeSiteAdd = endpoint({
  path: callPath('siteAdd'),
  access: storeRight('siteAdd', '生成站点'),
  title: '为门店确定位置并生成站点',
  input: z.object({ id, shape: storeShape }),
});
/** 纠偏: moves the fences of stores to where trucks unload. */
export const storeCorrect = endpoint({
  path: callPath('correct'),
  access: storeRight('correct', '纠偏'),
  title: '按实际卸货点纠正门店坐标',
  input: z.object({ ids: z.array(id).min(1, '请选择门店').max(500, '一次最多处理500个门店') }),
  output: z.array(placeLine),
});
/** Deletes one store; `storeBatchDel` deletes the ticked ones. */
export const storeDel = endpoint({
  path: callPath('del'),
  access: storeRight('del', '删除'),
  title: '删除门店',
  input: z.object({ id }),
});
const chosen = z.array(id).min(1, '请选择门店').max(500, '一次最多处理500个门店');
export const storeBatchDel = endpoint({
  path: callPath('batchDel'),
  access: storeRight('del', '删除'),
  title: '批量删除门店',
  input: z.object({ ids: chosen }),
  output: z.array(placeLine),
});
export const storeBatchModify = endpoint({
  path: callPath('batchModify'),
  access: storeRight('batchModify', '批量修改'),
  title: '批量修改门店的围栏半径、时间窗、卸货时长、所属线路、状态',
  input: z
    .object({
      ids: chosen,
      radiusM: numberWithin({ ...storeRadius, places: 0, unit: 'm' }).optional(),
      timeWindows: z.array(timeWindow).max(3, '收货时间窗最多3个').optional(),
      unloadMinutes: numberWithin({ min: 5, max: 240, places: 0, unit: '分钟' }).optional(),
      status: z.literal(useStatus.codes).optional(),
      /** a route that the stores join (each where the detour is smallest) or leave; needs the right to change routes */
      route: z.object({ id, step: z.enum(['join', 'leave']) }).optional(),
    })
    .refine(
      ({ ids: _, ...wish }) => Object.values(wish).some((value) => value !== undefined),
      '请至少选择一项要修改的内容',
    ),
  output: z.array(placeLine),
});

export const stationExport = endpoint({
  path: callPath('exportStation'),
  access: storeRight('exportStation', '导出站点'),
  title: '导出门店的站点',
  input: storeFilters.schema.extend(exportOptions),
  output: z.object({ id }),
});

export const {
  template: storeImportTemplate,
  check: storeImportCheck,
  run: storeImport,
  history: storeImportHis,
  undo: storeImportUndo,
} = storeImports;

export const storeColumns = columns<StoreRow>()([
  { value: 'storeCode', label: '门店编码', width: 110, fixed: 'left', sortable: true, noEdit: true },
  { value: 'storeName', label: '门店名称', width: 150, sortable: true, noEdit: true },
  { value: 'nodeType', label: '类型', width: 64, dict: 'nodeTypeList' },
  { value: 'customerName', label: '客户', width: 148, wide: 186, sortable: true },
  { value: 'locateStatus', label: '定位状态', width: 82, dict: 'locateStatus' },
  { value: 'area', label: '省市区', width: 150 },
  { value: 'address', label: '详细地址', width: 200 },
  { value: 'fence', label: '围栏', width: 96 },
  { value: 'windows', label: '收货时间窗', width: 164, wide: 250 },
  { value: 'unloadMinutes', label: '卸货时长(分钟)', width: 108, align: 'right', sortable: true },
  { value: 'contact', label: '联系人', width: 76 },
  { value: 'phone', label: '联系电话', width: 108 },
  { value: 'temperatureTypes', label: '温区', width: 96, dict: 'temperatureType' },
  { value: 'routeCount', label: '所属线路', width: 76, align: 'right' },
  { value: 'visits', label: '近30天到店', width: 92, align: 'right', sortable: true },
  { value: 'avgStayMin', label: '平均停留(分钟)', width: 108, align: 'right', sortable: true },
  { value: 'offsetM', label: '坐标偏差(m)', width: 96, align: 'right', sortable: true },
  { value: 'status', label: '状态', width: 64, dict: 'useStatus', sortable: true },
  { value: 'cargoPlatform', label: '月台', width: 60, dict: 'yesNo', hidden: true },
  { value: 'vehicleLimit', label: '车型限制', width: 110, hidden: true },
  { value: 'evidence', label: '到店证据', width: 130, dict: 'arrivalEvidence', hidden: true },
  { value: 'orgName', label: '所属部门', width: 110, sortable: true, hidden: true },
  { value: 'lng', label: '经度', width: 92, align: 'right', hidden: true },
  { value: 'lat', label: '纬度', width: 92, align: 'right', hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);
