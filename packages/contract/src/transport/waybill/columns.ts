import { type Column, columns } from '../../core/columns';
import type { EnumCode } from '../../core/enum';
import { waybillKind } from './enums';
import type { WaybillRow } from './shapes';

type Key = Column<WaybillRow>['value'];

const all = columns<WaybillRow>()([
  { value: 'waybillCode', label: '运单号', width: 132, fixed: 'left', sortable: true, noEdit: true },
  { value: 'transportStatus', label: '运输状态', width: 84, dict: 'transportStatus', sortable: true },
  { value: 'stowStatus', label: '装载', width: 72, dict: 'stowStatus' },
  { value: 'plateNo', label: '车牌号', width: 104, sortable: true },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'driverConfirm', label: '接单', width: 72, dict: 'driverConfirmStatus' },
  { value: 'fromName', label: '发站', width: 132 },
  { value: 'toName', label: '到站', width: 132 },
  { value: 'routeName', label: '线路', width: 132 },
  { value: 'orderCount', label: '订单数', width: 64, align: 'right' },
  { value: 'stopDone', label: '点位进度', width: 76, align: 'right' },
  { value: 'signedCount', label: '签收', width: 64, align: 'right' },
  { value: 'totalPieces', label: '件数', width: 64, align: 'right', sortable: true },
  { value: 'totalWeight', label: '重量 kg', width: 84, align: 'right', sortable: true },
  { value: 'totalVolume', label: '体积 m³', width: 84, align: 'right', sortable: true },
  { value: 'loadRateWeight', label: '重量装载率', width: 84, align: 'right', sortable: true },
  { value: 'loadRateVolume', label: '体积装载率', width: 84, align: 'right' },
  { value: 'temperatureTypes', label: '温层', width: 64 },
  { value: 'coolerStatus', label: '预冷', width: 76, dict: 'coolerStatus' },
  { value: 'boxTemp', label: '厢温 / 设定', width: 96, align: 'right' },
  { value: 'sealNo', label: '铅封号', width: 96 },
  { value: 'planDepartTime', label: '计划发车', width: 112, sortable: true },
  { value: 'actualDepartTime', label: '实际发车', width: 112, sortable: true },
  { value: 'nextStop', label: '下一站', width: 150 },
  { value: 'etaTime', label: '预计到达', width: 150, sortable: true },
  { value: 'planArriveTime', label: '计划完成', width: 112, sortable: true },
  { value: 'actualArriveTime', label: '实际完成', width: 112, sortable: true },
  { value: 'planDistanceKm', label: '计划里程 km', width: 92, align: 'right' },
  { value: 'reloadFrom', label: '换装来源', width: 132 },
  { value: 'carrierName', label: '承运商', width: 110 },
  { value: 'trailerPlate', label: '挂车', width: 96 },
  { value: 'coDriverName', label: '副司机', width: 72 },
  { value: 'driverPhone', label: '司机电话', width: 110 },
  { value: 'createUser', label: '创建人', width: 76 },
  { value: 'createTime', label: '创建时间', width: 112, sortable: true },
  { value: 'remark', label: '备注', width: 140 },
]);

/** What each list shows before anybody chose otherwise (transport.md C1, C5, C15), in this order; the other columns can be ticked. */
const shown: Readonly<Record<EnumCode<typeof waybillKind>, readonly Key[]>> = {
  [waybillKind.billOfLading]: [
    'waybillCode',
    'transportStatus',
    'plateNo',
    'driverName',
    'driverConfirm',
    'toName',
    'orderCount',
    'stopDone',
    'totalPieces',
    'totalWeight',
    'totalVolume',
    'coolerStatus',
    'planDepartTime',
    'actualDepartTime',
    'nextStop',
    'etaTime',
  ],
  [waybillKind.stowage]: [
    'waybillCode',
    'transportStatus',
    'stowStatus',
    'fromName',
    'toName',
    'routeName',
    'plateNo',
    'driverName',
    'orderCount',
    'totalPieces',
    'totalWeight',
    'totalVolume',
    'loadRateWeight',
    'loadRateVolume',
    'coolerStatus',
    'boxTemp',
    'sealNo',
    'planDepartTime',
    'actualDepartTime',
    'etaTime',
    'reloadFrom',
  ],
  [waybillKind.transportTask]: [
    'waybillCode',
    'transportStatus',
    'plateNo',
    'driverName',
    'driverConfirm',
    'stopDone',
    'signedCount',
    'totalPieces',
    'totalWeight',
    'totalVolume',
    'loadRateWeight',
    'loadRateVolume',
    'temperatureTypes',
    'boxTemp',
    'planDepartTime',
    'actualDepartTime',
    'nextStop',
    'etaTime',
    'planDistanceKm',
  ],
};
/** What a column is called on one list. */
const names: Readonly<Partial<Record<EnumCode<typeof waybillKind>, Partial<Record<Key, string>>>>> = {
  [waybillKind.billOfLading]: {
    waybillCode: '提单号',
    toName: '入库站点',
    orderCount: '提货单数',
    etaTime: '预计到站',
  },
  [waybillKind.stowage]: { waybillCode: '配载单号' },
  [waybillKind.transportTask]: { waybillCode: '任务号' },
};

/** Columns of the list of one kind of waybills: what it shows first, then what can be ticked. */
export function waybillColumnsOf(kind: EnumCode<typeof waybillKind>): ReadonlyArray<Column<WaybillRow>> {
  const named = all.map((column) => ({ ...column, label: names[kind]?.[column.value] ?? column.label }));
  const first = shown[kind].flatMap((key) => named.find(({ value }) => value === key) ?? []);
  return [
    ...first,
    ...named.filter(({ value }) => !shown[kind].includes(value)).map((one) => ({ ...one, hidden: true })),
  ];
}
