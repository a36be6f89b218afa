import { defineEnum } from '../../core/enum';

export const vehicleStatus = defineEnum('vehicleStatus', {
  available: [0, '可用'],
  maintenance: [1, '维修中'],
  disabled: [2, '停用'],
});

/** Colour of the plate. */
export const vehicleColor = defineEnum('vehicleColor', { yellow: [0, '黄牌'], green: [1, '绿牌'], blue: [2, '蓝牌'] });

/** Whether a vehicle is owned or outsourced. */
export const vehicleCq = defineEnum('vehicleCq', { own: [0, '自有'], outsourced: [1, '外协'] });

export const usageModeList = defineEnum('usageModeList', {
  own: [1, '自有'],
  lease: [2, '租赁'],
  borrowed: [3, '借用'],
  test: [4, '测试'],
  shared: [5, '共享'],
});

/** Temperature class of a box or an order. */
export const temperatureType = defineEnum('temperatureType', {
  ambient: [1, '常温'],
  chilled: [2, '冷藏'],
  frozen: [3, '冷冻'],
  general: [4, '普货'],
});

export const videoMonitoring = defineEnum('videoMonitoring', {
  none: [0, '无'],
  activeSafety: [1, '主动安全'],
  ordinary: [2, '普通视频'],
});

/** Whether the vehicle is on the public cargo platform. */
export const cargoPlatform = defineEnum('cargoPlatform', { yes: [1, '是'], no: [0, '否'] });

export const accStatus = defineEnum('accStatus', { off: [0, '关'], on: [1, '开'] });

/** What a camera watches. */
export const supplierType = defineEnum('supplierType', {
  platform: ['PT', '平台'],
  blindSpot: ['BSD', '盲区监测'],
  adas: ['ADAS', '高级驾驶辅助'],
  dsm: ['DSM', '驾驶员状态监测'],
});
export type SupplierType = (typeof supplierType.codes)[number];

export const maintainStatus = defineEnum('maintainStatus', {
  pending: [0, '待维修'],
  inRepair: [1, '维修中'],
  done: [2, '已完成'],
  cancelled: [3, '已取消'],
});

/** Kinds of repair orders: something broke (维修), or regular upkeep is due (保养). */
export const repairKind = defineEnum('repairKind', { repair: [1, '维修'], upkeep: [2, '保养'] });

/** Whether vehicles are granted to departments or to users. */
export const vehicleAssignMode = defineEnum('vehicleAssignMode', {
  department: ['department', '部门授权'],
  user: ['user', '用户授权'],
});

export const sharingOption = defineEnum('sharingOption', {
  permanent: [1, '长期共享'],
  limited: [2, '限时共享'],
  waybill: [3, '随运单共享'],
});

/** What a share opens of a vehicle's data. 报表 opens the reports: they show what the others of these open of it. */
export const shareScope = defineEnum('shareScope', {
  position: ['position', '位置'],
  track: ['track', '轨迹'],
  temperature: ['temperature', '温湿度'],
  alarm: ['alarm', '报警'],
  report: ['report', '报表'],
});

export const sharingStatus = defineEnum('sharingStatus', {
  waiting: [0, '待接收'],
  sharing: [1, '共享中'],
  declined: [2, '已拒绝'],
  expired: [3, '已到期'],
  cancelled: [4, '已取消'],
});

/** An enumeration of the numbers, each labelled with its unit: `2路`. */
const countEnum = <const N extends readonly number[]>(typeCode: string, numbers: N, unit: string) => {
  const spec: unknown = Object.fromEntries(numbers.map((n) => [`n${n}`, [n, `${n}${unit}`]]));
  // the line above builds exactly these keys and pairs; `Object.fromEntries` has no type for them
  return defineEnum(typeCode, spec as { readonly [K in N[number] as `n${K}`]: readonly [code: K, label: string] });
};

export const cameraCount = countEnum('cameraCount', [1, 2, 3, 4, 5, 6], '路');
export const doorCount = countEnum('doorCount', [1, 2, 3, 4], '门');
export const tempSensorCount = countEnum('tempSensorCount', [1, 2, 3, 4], '路温度');
export const oilSensorCount = countEnum('oilSensorCount', [1, 2], '路油感');
export const refrigeratorCount = countEnum('refrigeratorCount', [1, 2], '台冷机');
