import { z } from 'zod';
import { columns } from '../../../core/columns';
import { endpoint, type Output } from '../../../core/endpoint';
import { optionalId, optionalNumber, optionalText, reasonOf } from '../../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../../core/page';
import { by, filterSet } from '../../../core/register/filters';
import { exportOptions, version } from '../../../core/register/pieces';
import { temperatureType } from '../../../resources/vehicle/enums';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { waybillKind } from '../enums';
import { waybillFilters } from '../filters';
import {
  autoCheck,
  maxCheckFiles,
  type WaybillRow,
  waybillCode,
  waybillDetailOut,
  waybillMore,
  waybillRow,
} from '../shapes';
import { type LoadedLeg, staysBehind } from './counting';

const base = '/api/tms/departure';
const read = { menu: menus.departureManage.id } as const;

/** Columns of the dock's list: progress of loading, temperature of the box, papers that run out. */
export const departureColumns = columns<WaybillRow>()([
  { value: 'waybillCode', label: '运单号', width: 132, fixed: 'left', sortable: true, noEdit: true },
  { value: 'transportStatus', label: '运输状态', width: 128, wide: 170, dict: 'transportStatus', sortable: true },
  { value: 'toName', label: '到站', width: 166 },
  { value: 'plateNo', label: '车牌号', width: 104, sortable: true },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'planDepartTime', label: '计划发车', width: 180, sortable: true },
  { value: 'loadPieces', label: '装车进度', width: 112, align: 'right' },
  { value: 'coolerStatus', label: '预冷', width: 76, dict: 'coolerStatus' },
  { value: 'boxTemp', label: '厢温 / 设定', width: 124, align: 'right' },
  { value: 'sealNo', label: '铅封号', width: 96 },
  { value: 'paperWarn', label: '证照预警', width: 150 },
  { value: 'driverConfirm', label: '接单', width: 72, dict: 'driverConfirmStatus' },
  { value: 'actualDepartTime', label: '实际发车', width: 128, sortable: true },
  { value: 'departLateMin', label: '准点', width: 92 },
  { value: 'routeName', label: '线路', width: 110 },
  { value: 'waybillKind', label: '类型', width: 76, dict: 'waybillKind' },
  { value: 'stowStatus', label: '装载', width: 72, dict: 'stowStatus', hidden: true },
  { value: 'fromName', label: '发站', width: 132, hidden: true },
  { value: 'totalPieces', label: '件数', width: 64, align: 'right', sortable: true, hidden: true },
  { value: 'totalWeight', label: '重量(kg)', width: 84, align: 'right', sortable: true, hidden: true },
  { value: 'totalVolume', label: '体积(m³)', width: 84, align: 'right', sortable: true, hidden: true },
  { value: 'loadRateWeight', label: '装载率', width: 84, align: 'right', sortable: true, hidden: true },
  { value: 'temperatureTypes', label: '温层', width: 64, hidden: true },
  { value: 'driverPhone', label: '司机电话', width: 110, hidden: true },
  { value: 'carrierName', label: '承运商', width: 110, hidden: true },
  { value: 'remark', label: '备注', width: 140, hidden: true },
]);

/** Tabs of the dock's list: what is to leave, what should have left `overdueAfterMin` minutes ago, and what has left. */
export const departureTabs = { toDepart: '待发车', overdue: '超时未发', departed: '今日已发车' } as const;
export const overdueAfterMin = 15;
const { transportStatus: _state, stowStatus: _load, driverConfirm, ...ofWaybills } = waybillFilters.table;
/** Filters of the dock's list: those of the waybills, whose state the tabs choose. */
export const departureFilters = filterSet({
  tab: by.own(by.key('状态', departureTabs, { bar: false })),
  ...ofWaybills,
  driverConfirm: { ...driverConfirm, bar: false },
});
const filters = departureFilters.schema;
export type DepartureFilters = z.output<typeof filters>;

export const departurePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '发车管理列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(waybillRow),
});
export const departureStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '待发车、已发车与超时未发数',
  input: filters.omit({ tab: true }),
  output: z.record(z.string(), z.number()),
});
export const departureExport = endpoint({
  path: `${base}/export`,
  access: button('departureManage', 'export'),
  title: '导出发车管理',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

/** Minutes that a departure may be entered after it happened without 补登发车, and before it happens (transport.md C13). */
export const departWindow = { backMin: 120, aheadMin: 5 } as const;
/** 带条件放行 and 补登 need rights of their own beside 发车. */
export const departureOverride = button('departureManage', 'override');
export const departureBackdate = button('departureManage', 'backdate');

/** Items that a person checks before a truck leaves (transport.md C14). */
export const manualChecks = ['轮胎', '灯光', '油量', '冷机油', '尾板', '灭火器', '铅封'] as const;

const sealed: ReadonlySet<number> = new Set([temperatureType.chilled, temperatureType.frozen]);
/**
 * Whether a waybill may leave the dock only under a seal: it carries cold goods (transport.md C13), those left out that were counted 0 and stay behind. A 提单 leaves with
 * an empty box and needs none.
 */
export const needsSeal = (waybill: {
  waybillKind: number;
  legs: ReadonlyArray<LoadedLeg & { temperatureType: number }>;
}): boolean =>
  waybill.waybillKind !== waybillKind.billOfLading &&
  waybill.legs.some((leg) => sealed.has(leg.temperatureType) && !staysBehind(leg));

/** How many pictures may show one item that is not in order. */
export const maxItemFiles = 3;

/** The waybill, the automatic checks, and whether it may leave: freely, only with a reason, or not at all. */
export const departureCheck = endpoint({
  path: `${base}/check`,
  access: read,
  title: '发车核对',
  input: z.object({ id: waybillCode }),
  output: waybillDetailOut.extend({
    checks: z.array(autoCheck),
    canDepart: z.enum(['yes', 'override', 'no']),
  }),
});
export type DepartureCheck = z.infer<typeof departureCheck.output>;

const departed = z.object({
  waybillCode: z.string(),
  version: z.number(),
  transportStatus: z.number(),
  departTime: dateTime,
});
export const departureConfirm = endpoint({
  path: `${base}/confirm`,
  access: button('departureManage', 'depart'),
  title: '发车',
  input: z.object({
    waybillCode,
    version,
    /** absent: now */
    departTime: dateTime.optional(),
    mileageKm: optionalNumber({ min: 0, max: 9_999_999, places: 1, unit: 'km' }),
    sealNo: optionalText(30),
    boxTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
    checkItems: z
      .array(
        z.object({
          item: z.string().max(20),
          ok: z.boolean(),
          remark: z.string().max(100).default(''),
          /** pictures of what is wrong */
          fileIds: z.array(id).max(maxItemFiles, `每项照片最多${maxItemFiles}张`).default([]),
        }),
      )
      .max(20)
      .default([]),
    /** pictures of seal, goods and box at departure */
    fileIds: z.array(id).max(maxCheckFiles, `照片最多${maxCheckFiles}张`).default([]),
    /** why the truck leaves in spite of warnings */
    overrideReason: optionalText(100),
    remark: z.string().trim().max(200, '备注最多200个字符').default(''),
  }),
  output: departed,
});
export const departureRevoke = endpoint({
  path: `${base}/revoke`,
  access: button('departureManage', 'revokeDepart'),
  title: '撤销发车',
  input: z.object({ waybillCode, reason: reasonOf('撤销原因') }),
  output: z.object({
    waybillCode: z.string(),
    transportStatus: z.number(),
    /** orders that the departure left behind and that do not come back to the trip, each with why */
    stayedOff: z.array(z.object({ orderCode: z.string(), reason: z.string() })),
  }),
});
/** What a user is told when a departure was revoked. */
export const revokedText = ({ waybillCode: code, stayedOff }: Output<typeof departureRevoke>): string =>
  [
    `${code} 已撤销发车`,
    ...(stayedOff.length > 0
      ? [`未移回 ${stayedOff.length} 个订单：${stayedOff.map((one) => `${one.orderCode}${one.reason}`).join('、')}`]
      : []),
  ].join('；');
/** 发车编辑: what may still be corrected before the truck leaves. */
export const departureUpdate = endpoint({
  path: `${base}/update`,
  access: button('departureManage', 'edit'),
  title: '编辑发车',
  input: z.object({
    waybillCode,
    version,
    driverId: optionalId,
    coDriverId: optionalId,
    planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
    setTemp: optionalNumber({ min: -40, max: 40, places: 1, unit: '℃' }),
    sealNo: optionalText(30),
    orderCodes: waybillMore.shape.orderCodes,
    /** pictures of seal, goods and box at the dock, which the departure takes over. Absent: they stay as they are */
    fileIds: z.array(id).max(maxCheckFiles, `照片最多${maxCheckFiles}张`).optional(),
    remark: z.string().trim().max(200, '备注最多200个字符').default(''),
  }),
  output: z.object({ waybillCode: z.string(), version: z.number() }),
});
