import { z } from 'zod';
import { columns } from '../../../core/columns';
import { endpoint } from '../../../core/endpoint';
import { optionalNumber, optionalText, reasonOf } from '../../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../../core/page';
import { by, filterSet } from '../../../core/register/filters';
import { exportOptions, version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { transportStatus } from '../../enums';
import { lateState } from '../../figures';
import { waybillKind } from '../enums';
import { tripFilters } from '../filters';
import { maxCheckFiles, waybillCode, waybillDetailOut } from '../shapes';
import { stowageSites } from '../stow/board';

const base = '/api/tms/arrival';
const read = { menu: menus.arrivalManage.id } as const;
const text = z.string();

/** One stop of a trip on the road. */
export const arrivalRow = z.object({
  id,
  waybillCode: text,
  waybillKind: z.number(),
  stopSeq: z.number(),
  stopType: z.number(),
  stopName: text,
  address: text,
  /** where the trip began */
  fromName: text,
  routeName: z.string().nullable(),
  carrierName: text,
  plateNo: text,
  vehicleColor: z.number().nullable(),
  driverName: text,
  driverPhone: text,
  orderCount: z.number(),
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  /** measured temperature of the box now; `setTemp`: its set-point, ℃ */
  boxTemp: z.number().nullable(),
  setTemp: z.number().nullable(),
  /** lowest 温度达标率 of the goods unloaded here, %; null before they are unloaded */
  tempRate: z.number().nullable(),
  sealNo: z.string().nullable(),
  /** expected arrival by the truck's positions, while it has not arrived */
  etaTime: dateTime.nullable(),
  /** differences found by the count: `破损1件，短少2件，铅封不符`; empty without any */
  difference: text,
  checkUser: text,
  planArriveTime: dateTime.nullable(),
  windowEnd: dateTime.nullable(),
  arriveTime: dateTime.nullable(),
  arriveSource: z.number().nullable(),
  /** minutes later than the end of its window, without one than planned: by the arrival, else the expected one, else now; negative: early */
  lateMin: z.number().nullable(),
  late: lateState,
  stopStatus: z.number(),
  checked: z.boolean(),
  /** the stop is a site of the company, which has docks */
  atSite: z.boolean(),
  /** booked dock (`3号月台 10:00~11:30`) */
  dock: z.string().nullable(),
  version: z.number(),
});
export type ArrivalRow = z.infer<typeof arrivalRow>;

export const arrivalColumns = columns<ArrivalRow>()([
  { value: 'waybillCode', label: '运单号', width: 132, fixed: 'left', sortable: true, noEdit: true },
  { value: 'waybillKind', label: '类型', width: 76, dict: 'waybillKind' },
  { value: 'stopStatus', label: '到站状态', width: 84, dict: 'tripStopStatus' },
  { value: 'stopName', label: '站点', width: 170 },
  { value: 'plateNo', label: '车牌号', width: 104, sortable: true },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'etaTime', label: '预计到站', width: 176, sortable: true },
  { value: 'arriveTime', label: '实际到站', width: 128, sortable: true },
  { value: 'pieces', label: '应到件数', width: 76, align: 'right' },
  { value: 'weightKg', label: '重量(kg)', width: 84, align: 'right' },
  { value: 'volumeM3', label: '体积(m³)', width: 84, align: 'right' },
  { value: 'boxTemp', label: '厢温 / 设定', width: 124, align: 'right' },
  { value: 'tempRate', label: '达标率', width: 76, align: 'right' },
  { value: 'sealNo', label: '铅封号', width: 96 },
  { value: 'planArriveTime', label: '计划到站', width: 112, sortable: true },
  { value: 'lateMin', label: '准点', width: 92 },
  { value: 'dock', label: '月台', width: 150 },
  { value: 'difference', label: '差异', width: 130 },
  { value: 'checkUser', label: '核对人', width: 76 },
  { value: 'fromName', label: '发站', width: 132 },
  { value: 'routeName', label: '线路', width: 132, hidden: true },
  { value: 'carrierName', label: '承运商', width: 110, hidden: true },
  { value: 'windowEnd', label: '最晚到达', width: 112, sortable: true, hidden: true },
  { value: 'orderCount', label: '订单数', width: 64, align: 'right', hidden: true },
  { value: 'arriveSource', label: '到站来源', width: 84, dict: 'eventSource', hidden: true },
  { value: 'driverPhone', label: '司机电话', width: 110, hidden: true },
  { value: 'address', label: '地址', width: 200, hidden: true },
]);

/** 即将到站: expected within so many hours (transport.md C10). */
export const soonHours = 4;
/** Tabs of the list. `soon`: expected within `soonHours`; `arrived`: there, and its goods are not counted yet. */
export const arrivalTabs = {
  soon: `${soonHours}小时内到站`,
  onTheWay: '在途',
  arrived: '待核对',
  checked: '已核对',
} as const;
const { waybillCode: ofWaybill, orderCode, plateNo, driverName, fromPlaceId, ...ofTrip } = tripFilters;
/** Filters of the stops that trucks arrive at, `p` in their SQL. */
export const arrivalFilters = filterSet({
  tab: by.own(by.key('状态', arrivalTabs, { bar: false })),
  waybillCode: ofWaybill,
  stopName: by.text('站点', { max: 30, width: 170, columns: ['name'] }),
  plateNo,
  orderCode,
  driverName,
  waybillKind: by.code('类型', waybillKind, { width: 130, columns: ['w.waybill_kind'] }),
  /** days of the expected arrival */
  etaFrom: by.own(by.days('预计到站', 'etaTo')),
  planFrom: by.days('计划到站', 'planTo', { columns: ['plan_arrive_at'] }),
  transportStatus: {
    ...by.code('运输状态', transportStatus, { width: 150, columns: ['w.transport_status'] }),
    // only trips that have left can arrive
    options: transportStatus.options.filter(({ code }) => code !== transportStatus.toDepart),
  },
  fromPlaceId,
  /** the site of the stop */
  placeId: by.record('到站', 'place', stowageSites, { width: 170 }),
  ...ofTrip,
});
const filters = arrivalFilters.schema;
export type ArrivalFilters = z.output<typeof filters>;

export const arrivalPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '到站管理列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(arrivalRow),
});
export const arrivalStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '在途、待核对与已核对的站点数',
  input: filters.omit({ tab: true }),
  output: z.record(z.string(), z.number()),
});
export const arrivalExport = endpoint({
  path: `${base}/export`,
  access: button('arrivalManage', 'export'),
  title: '导出到站管理',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
export const arrivalCheck = endpoint({
  path: `${base}/check`,
  access: read,
  title: '到站核对',
  input: z.object({ id: waybillCode }),
  output: waybillDetailOut,
});

const stopSeq = z.number('请选择站点').int().min(1, '请选择站点').max(500);
/** 到站登记: notes that the truck is there; its goods are counted later. */
export const arrivalRegister = endpoint({
  path: `${base}/register`,
  access: button('arrivalManage', 'arrive'),
  title: '到站登记',
  input: z.object({ waybillCode, stopSeq, arriveTime: dateTime.optional() }),
  output: z.object({ stopStatus: z.number(), lateMin: z.number() }),
});
/** Minutes within which an arrival may be revoked (transport.md C10). */
export const revokeArrivalMin = 30;
export const arrivalRevoke = endpoint({
  path: `${base}/revoke`,
  access: button('arrivalManage', 'revoke'),
  title: '撤销到站',
  input: z.object({ waybillCode, stopSeq, reason: reasonOf('撤销原因') }),
  output: z.object({ stopStatus: z.number() }),
});
const pieces = z.number('请输入件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999);
export const arrivalConfirm = endpoint({
  path: `${base}/confirm`,
  access: button('arrivalManage', 'check'),
  title: '到站核对确认',
  input: z.object({
    waybillCode,
    version,
    stopSeq,
    sealNoSeen: optionalText(30),
    boxTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
    /** why the entered box temperature differs from the probes' */
    boxTempReason: optionalText(100).optional(),
    /** photos of seal, goods and thermometer; required when the seal differs */
    fileIds: z.array(id).max(maxCheckFiles, `照片最多${maxCheckFiles}张`).default([]),
    /** 生成异常: drafts an abnormal report for missing, surplus or damaged pieces and for a seal that differs */
    reportDifferences: z.boolean().default(true),
    /** counted goods that were loaded or unloaded here, one line for each order */
    lines: z
      .array(
        z.object({
          orderCode: z.string().min(1).max(30),
          pieces,
          damaged: pieces.default(0),
          short: pieces.default(0),
          over: pieces.default(0),
          /** as weighed and measured at a site; absent: in proportion to the plan */
          weightKg: optionalNumber({ min: 0, max: 999_999, places: 2, unit: 'kg' }).optional(),
          volumeM3: optionalNumber({ min: 0, max: 9_999, places: 3, unit: 'm³' }).optional(),
          productTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
        }),
      )
      .max(500),
    remark: z.string().trim().max(200, '备注最多200个字符').default(''),
  }),
  output: z.object({
    waybillCode: text,
    version: z.number(),
    transportStatus: z.number(),
    receiptCodes: z.array(text),
    abnormalCodes: z.array(text),
  }),
});
