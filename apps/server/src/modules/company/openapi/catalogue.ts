import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { placePage } from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { customerColumns, customerPage } from '@tongda/contract/resources/customer/calls';
import { driverColumns, driverPage } from '@tongda/contract/resources/driver/calls';
import { storeColumns, storePage } from '@tongda/contract/resources/store/calls';
import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { vehicleColumns } from '@tongda/contract/resources/vehicle/columns';
import { orderAdd, orderColumns, orderPage } from '@tongda/contract/transport/order/calls';
import { orderDicts, orderLabels } from '@tongda/contract/transport/order/fields';
import { deliveryMode, freightPayMode, pickUpFlag, serviceMode } from '@tongda/contract/transport/waybill/enums';
import { alarmPage } from '@tongda/contract/watch/alarm/calls';
import { alarmColumns } from '@tongda/contract/watch/alarm/columns';
import { monitorExportColumns, monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { trackColumns, trackPoints } from '@tongda/contract/watch/track/calls';

/** A call of the product that may become an open interface, with what its documentation needs. Group, name and summary are what it begins with: staff write their own. */
export interface Offered {
  key: string;
  group: string;
  name: string;
  summary: string;
  endpoint: Endpoint;
  /** columns of the product's own list: they give the fields their titles and dictionaries */
  columns: ReadonlyArray<Pick<Column<never>, 'label' | 'dict'> & { value: string }>;
  /** a valid request; a test checks it against the input schema */
  example: Record<string, unknown>;
  readOnly: boolean;
  /** programs of a customer may call it too: what it tells ends at the vehicles that are bound to him, and at the time of the bindings */
  forCustomers?: true;
}

const orderWords = keysOf(orderLabels).map((value) => ({
  value,
  label: value === 'customerId' ? '客户编号' : orderLabels[value],
  dict: orderDicts[value],
}));
/** Of orders it is a state; elsewhere the same name says that points came late. */
const lateTitle = { value: 'late', label: '是否晚到' };

/** Whether programs of a customer may call the interface with this key. */
export const isForCustomers = (key: string): boolean =>
  offeredInterfaces.some((one) => one.key === key && one.forCustomers === true);

/** The calls that staff may open to programs (开放接口管理). The first seven were in the interface centre before it had rows. */
export const offeredInterfaces: readonly Offered[] = [
  {
    key: 'position',
    group: '位置',
    name: '车辆实时位置',
    summary: '全部或指定车辆的最新定位、速度、状态、里程、温湿度、门和油量。建议每30秒查询一次。',
    endpoint: monitorSnapshot,
    columns: monitorExportColumns,
    example: {},
    readOnly: true,
    forCustomers: true,
  },
  {
    key: 'track',
    group: '轨迹',
    name: '历史轨迹点',
    summary: '一辆车一段时间内的原始轨迹点，含速度、里程、温度、门和地址，分页返回。',
    endpoint: trackPoints,
    columns: trackColumns,
    example: {
      vehicleId: '1001',
      startTime: '2026-11-20 08:00:00',
      endTime: '2026-11-20 12:00:00',
      page: 1,
      size: 100,
    },
    readOnly: true,
    forCustomers: true,
  },
  {
    key: 'alarm',
    group: '报警',
    name: '报警记录',
    summary: '按车辆、类型、级别、状态和时间查询报警及处理结果，时间范围必填。',
    endpoint: alarmPage,
    columns: alarmColumns,
    example: { startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59', page: 1, size: 50 },
    readOnly: true,
    forCustomers: true,
  },
  {
    key: 'vehicle',
    group: '基础资料',
    name: '车辆档案',
    summary: '车辆、车型、所属部门和车队、司机、终端与证件到期日。用返回的 id 查询轨迹和报警。',
    endpoint: vehiclePage,
    columns: vehicleColumns,
    example: { page: 1, size: 50 },
    readOnly: true,
    forCustomers: true,
  },
  {
    key: 'driver',
    group: '基础资料',
    name: '司机档案',
    summary: '司机、证照到期日和绑定的车辆；身份证号按账号权限脱敏。',
    endpoint: driverPage,
    columns: driverColumns,
    example: { page: 1, size: 50 },
    readOnly: true,
  },
  {
    key: 'order',
    group: '订单与运单',
    name: '客户订单查询',
    summary: '订单状态、承运车辆、预计到达、温度达标率和签收结果。',
    endpoint: orderPage,
    columns: [...orderColumns, ...orderWords, lateTitle],
    example: { page: 1, size: 50 },
    readOnly: true,
  },
  {
    key: 'orderAdd',
    group: '订单与运单',
    name: '客户订单下单',
    summary: '由贵公司的系统直接下单，返回订单号；疑似重复等提醒在 warnings 中。',
    endpoint: orderAdd,
    columns: [...orderColumns, ...orderWords],
    example: {
      customerId: '1001',
      customerOrderNo: 'SO20261120001',
      shipper: '上海中央厨房',
      shipPhone: '13800138000',
      shipArea: '上海市浦东新区',
      shipAddress: '康桥路100号',
      receiver: '人民路店',
      receivePhone: '13900139000',
      receiveArea: '上海市黄浦区',
      receiveAddress: '人民路88号',
      arriveFrom: '2026-11-21 06:00:00',
      arriveTo: '2026-11-21 09:00:00',
      temperatureType: 2,
      businessType: serviceMode.codes[0],
      freightPayMode: freightPayMode.codes[0],
      pickUpFlag: pickUpFlag.codes[0],
      deliveryMode: deliveryMode.codes[0],
      items: [{ cargoName: '冷鲜肉', packUnit: '箱', pieces: 20, weightKg: 300, volumeM3: 1.2, temperatureType: 2 }],
    },
    readOnly: false,
  },
  {
    key: 'customer',
    group: '基础资料',
    name: '客户档案',
    summary: '客户编码、名称、联系人和地址。下单时的客户编号取自这里的 id。',
    endpoint: customerPage,
    columns: customerColumns,
    example: { page: 1, size: 50 },
    readOnly: true,
  },
  {
    key: 'store',
    group: '基础资料',
    name: '门店档案',
    summary: '门店编码、地址、坐标、收货时间窗和温区要求。',
    endpoint: storePage,
    columns: storeColumns,
    example: { page: 1, size: 50 },
    readOnly: true,
  },
  {
    key: 'place',
    group: '基础资料',
    name: '区域与站点',
    summary: '区域、站点和电子线路：类型、中心、半径、限速，以及现在在内的车辆数。',
    endpoint: placePage,
    columns: placeColumns,
    example: { page: 1, size: 50 },
    readOnly: true,
  },
];
