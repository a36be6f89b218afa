import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalNumber, reasonOf } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id, requiredTime } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { changeHisCall, version } from '../../core/register/pieces';
import { shareCalls } from '../../core/share';
import { temperatureType } from '../../resources/vehicle/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { transportStatus } from '../../transport/enums';
import {
  addressColumn,
  figure,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { verdictDots } from '../kit/dots';
import { choiceFilter, searchFilter, vehiclesFilter } from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/custom/dispatch';
const read = { menu: [menus.customDispatch.id] };
const chosen = (noun: string) => z.string(`请选择${noun}`).regex(/^\d{1,19}$/u, `请选择${noun}`);
const bound = optionalNumber({ min: -60, max: 80, places: 1, unit: '℃' });
const pieces = optionalNumber({ min: 0, max: 1_000_000, places: 0, unit: '件' });

/** Files that a shipment carries at most. */
export const maxShipmentFiles = 6;

const unloading = z.object({
  placeId: chosen('卸货站点'),
  planArriveTime: requiredTime('请选择计划到达'),
  pieces,
  contact: z.string().trim().max(50, '最多50个字符').default(''),
});

/** The form of a shipment (report.md 8.8). */
const shipmentFields = z.object({
  code: z
    .string('请输入发运单号')
    .trim()
    .min(1, '请输入发运单号')
    .max(32, '最多32个字符')
    .regex(patterns.coding.regex, patterns.coding.message),
  customerId: chosen('客户'),
  vehicleId: chosen('车辆'),
  driverId: chosen('司机'),
  loadPlaceId: chosen('装货站点'),
  planLoadTime: requiredTime('请选择计划装货'),
  stops: z.array(unloading, '请至少添加一个卸货点').min(1, '请至少添加一个卸货点').max(30, '卸货点最多30个'),
  goods: z.string().trim().max(50, '最多50个字符').default(''),
  pieces,
  weightT: optionalNumber({ min: 0, max: 1000, places: 2, unit: '吨' }),
  volumeM3: optionalNumber({ min: 0, max: 1000, places: 2, unit: 'm³' }),
  temperatureType: z.literal(temperatureType.codes, '请选择温区'),
  lowerC: bound,
  upperC: bound,
  /** ℃ that the box has to have before loading; null: no task is given */
  precoolC: optionalNumber({ min: -30, max: 25, places: 1, unit: '℃' }),
  precoolMin: optionalNumber({ min: 10, max: 240, places: 0, unit: '分钟' }),
  notifyIds: z.array(id).max(20, '通知人最多20个').default([]),
  fileIds: z.array(id).max(maxShipmentFiles, `附件最多${maxShipmentFiles}个`).default([]),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type ShipmentFields = z.output<typeof shipmentFields>;

/** What no field of the form can judge alone. */
function judge(v: ShipmentFields, ctx: z.RefinementCtx): void {
  const fault = (path: Array<string | number>, message: string): void =>
    ctx.addIssue({ code: 'custom', path, message });
  if (v.lowerC !== null && v.upperC !== null && v.lowerC >= v.upperC) fault(['upperC'], '上限应高于下限');
  v.stops.forEach((stop, i) => {
    const before = v.stops[i - 1]?.planArriveTime ?? v.planLoadTime;
    if (stop.planArriveTime <= before)
      fault(
        ['stops', i, 'planArriveTime'],
        `第${i + 1}个卸货点的计划到达应晚于${i === 0 ? '计划装货' : '前一个卸货点'}`,
      );
  });
}
/** The form with its rules between fields. */
export const shipmentForm = shipmentFields.superRefine(judge);

/** Words of the history. */
export const shipmentLabels: Record<keyof ShipmentFields, string> = {
  code: '发运单号',
  customerId: '客户',
  vehicleId: '车辆',
  driverId: '司机',
  loadPlaceId: '装货站点',
  planLoadTime: '计划装货',
  stops: '卸货点',
  goods: '货品',
  pieces: '件数',
  weightT: '重量(t)',
  volumeM3: '体积(m³)',
  temperatureType: '温区',
  lowerC: '温度下限(℃)',
  upperC: '温度上限(℃)',
  precoolC: '预冷目标(℃)',
  precoolMin: '预冷时长(分)',
  notifyIds: '通知人',
  fileIds: '附件',
  remark: '备注',
};

export const shipmentAdd = endpoint({
  path: `${base}/add`,
  access: button('customDispatch', 'add'),
  visit: 'write',
  title: '新增发运',
  input: shipmentForm,
  output: z.object({ id }),
});
export const shipmentSave = endpoint({
  path: `${base}/save`,
  access: button('customDispatch', 'edit'),
  visit: 'write',
  title: '编辑发运',
  input: shipmentFields.extend({ id, version }).superRefine(judge),
  output: z.object({ id, version: z.number() }),
});
const named = z.object({ id, name: z.string() });
export const shipmentDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  visit: 'look',
  title: '发运详情',
  input: z.object({ id }),
  output: z.object({
    id,
    version: z.number(),
    code: z.string(),
    customerId: id,
    vehicleId: id,
    driverId: id,
    loadPlaceId: id,
    planLoadTime: dateTime,
    goods: z.string(),
    pieces: figure,
    weightT: figure,
    volumeM3: figure,
    temperatureType: z.literal(temperatureType.codes),
    lowerC: figure,
    upperC: figure,
    precoolC: figure,
    precoolMin: figure,
    notifyIds: z.array(id),
    remark: z.string(),
    status: z.literal(transportStatus.codes),
    customerName: z.string(),
    driverName: z.string(),
    loadPlaceName: z.string(),
    stops: z.array(
      z.object({
        placeId: id,
        name: z.string(),
        planArriveTime: dateTime,
        pieces: figure,
        contact: z.string(),
        arriveTime: dateTime.nullable(),
        leaveTime: dateTime.nullable(),
      }),
    ),
    notify: z.array(named),
    files: z.array(z.object({ id, name: z.string(), url: z.string(), image: z.boolean() })),
    loadArriveTime: dateTime.nullable(),
    departTime: dateTime.nullable(),
    finishTime: dateTime.nullable(),
    updateTime: dateTime,
    updateUser: z.string(),
  }),
});
export type ShipmentDetail = z.output<typeof shipmentDetail.output>;
export const shipmentChangeHis = changeHisCall(base, read, '发运', 'look');

/** Words of an unloading point in the sheet of an import. */
export const unloadLabels: Readonly<Record<keyof ShipmentFields['stops'][number], string>> = {
  placeId: '卸货站点',
  planArriveTime: '计划到达',
  pieces: '卸货件数',
  contact: '联系人',
};
/** 导入 of new shipments (xlsx): a line an unloading point. */
export const shipmentImports = importCalls({
  base,
  access: button('customDispatch', 'import'),
  noun: '发运',
  unit: '单',
  visit: 'write',
});
const { template, check, run, history, undo } = shipmentImports;

/** Links that show one shipment to people without an account: its vehicle from the loading on, and when it came to each unloading point. */
export const shipmentShares = shareCalls({
  base,
  access: button('customDispatch', 'share'),
  noun: '发运',
  one: { id },
  revoking: 'acting',
});

const step = { id, version };
/** 发车 by hand, where the visits do not tell it. */
export const shipmentDepart = endpoint({
  path: `${base}/depart`,
  access: button('customDispatch', 'depart'),
  visit: 'write',
  title: '发运发车',
  input: z.object({ ...step, time: requiredTime('请选择发车时间') }),
});
/** 完成 by hand. */
export const shipmentFinish = endpoint({
  path: `${base}/finish`,
  access: button('customDispatch', 'finish'),
  visit: 'write',
  title: '发运完成',
  input: z.object({ ...step, time: requiredTime('请选择完成时间') }),
});
/** 取消, before it has left only. */
export const shipmentCancel = endpoint({
  path: `${base}/cancel`,
  access: button('customDispatch', 'cancel'),
  visit: 'write',
  title: '取消发运',
  input: z.object({ ...step, reason: reasonOf('取消原因') }),
});

/** `cancelled` is no state of a transport: it stands beside them. */
const states = {
  1: transportStatus.label(1),
  2: transportStatus.label(2),
  3: transportStatus.label(3),
  9: '已取消',
} as const;
const degrees = { decimals: 1, sortable: false } as const;

/** 发运调度 (report.md 8.5): the board of a shipper, a row a shipment, with where it is and what is wrong with it. */
export const dispatchReport = report({
  screen: 'customDispatchList',
  menu: 'customDispatch',
  base,
  unit: '单',
  range: { maxDays: 93, first: 'week' },
  auto: true,
  order: 'planLoadTime desc',
  drill: { track: true },
  actions: [
    shipmentAdd,
    shipmentSave,
    shipmentDetail,
    shipmentChangeHis,
    shipmentDepart,
    shipmentFinish,
    shipmentCancel,
    ...[template, check, run, history, undo],
    ...[shipmentShares.make, shipmentShares.list, shipmentShares.revoke],
  ],
  filters: {
    keyword: { ...searchFilter('发运单号、客户、站点'), width: 210 },
    vehicleIds: vehiclesFilter({ max: 100 }),
    status: choiceFilter('状态', { open: '未完成', all: '全部', ...states }, 'all', 140),
    zone: choiceFilter(
      '温区',
      {
        all: '全部',
        1: temperatureType.label(1),
        2: temperatureType.label(2),
        3: temperatureType.label(3),
        4: temperatureType.label(4),
      },
      'all',
      120,
    ),
    trouble: choiceFilter('异常', { all: '全部', late: '晚点', over: '超温', none: '无异常' }, 'all', 120),
  },
  strip: ['pieces', 'weightT', 'volumeM3'],
  columns: {
    code: textColumn('发运单号', 132, { fixed: 'left', sortable: true }),
    plateNo: plateColumn(),
    status: wordsColumn('状态', 92, states, { sortable: true, dots: { 1: 'amber', 2: 'green', 3: 'done', 9: 'grey' } }),
    trouble: textColumn('异常', 128),
    customer: textColumn('客户', 140, { wide: 186, sortable: true }),
    loadName: textColumn('装货站点', 130),
    planLoadTime: timeColumn('计划装货'),
    departTime: timeColumn('发车'),
    unloads: textColumn('卸货站点', 170, { wide: 260 }),
    progress: textColumn('已到/共', 64),
    planDoneTime: timeColumn('计划到达'),
    arriveTime: timeColumn('实际到达'),
    etaTime: timeColumn('预计到达', { sortable: false }),
    zone: wordsColumn('温区', 60, {
      1: temperatureType.label(1),
      2: temperatureType.label(2),
      3: temperatureType.label(3),
      4: temperatureType.label(4),
    }),
    required: textColumn('要求温度(℃)', 92),
    tempC: numberColumn('最高温度(℃)', 92, { ...degrees, tone: 'limit' }),
    precool: wordsColumn(
      '预冷',
      76,
      { none: '', reached: '达标', running: '进行中', missed: '未达标' },
      { dots: verdictDots },
    ),
    address: addressColumn('当前位置', 200, ['lng', 'lat']),
    driver: textColumn('司机', 72),
    driverPhone: textColumn('电话', 104),
    goods: textColumn('货品', 110),
    pieces: numberColumn('件数', 68, { total: 'sum' }),
    weightT: numberColumn('重量(t)', 72, { decimals: 2, total: 'sum' }),
    volumeM3: numberColumn('体积(m³)', 80, { decimals: 2, total: 'sum' }),
    finishTime: timeColumn('完成'),
    fleetName: fleetColumn({ hidden: true }),
    remark: textColumn('备注', 140, { hidden: true }),
  },
  fields: {
    version: z.number().int(),
    /** `tempC` while it is out of the bounds asked for */
    over: z.array(z.string()),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    startTime: dateTime.nullable(),
    endTime: dateTime.nullable(),
    departMs: z.number().nullable(),
    untilMs: z.number().nullable(),
  },
  hint: '离开装货站点自动发车、离开最后一个卸货点自动完成，也可手动；已取消的只在选了“已取消”时列出',
  empty: { title: '没有发运', text: '换一个日期或状态，或点“新增”录入发运单' },
});
