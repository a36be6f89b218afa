import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the driving reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const drivingScreens = {
  dailyDrivingSummaryReport: from('dailyDrivingSummary', 'report', tab),
  drivingSummaryReport: from('drivingSummary', 'report', tab),
  drivingSummaryDetails: at('/drivingSummary/detail', '行驶明细', 'report', 'drivingSummary'),
  dailyDrivingReport: from('dailyDriving', 'report', tab),
  refuelReport: from('refuel', 'report', tab),
  abnormalOilReport: from('abnormalOil', 'report', tab),
  oilDynamicsReport: from('oilDynamics', 'report', tab),
  tripReport: from('trip', 'report', tab),
  inOutPointReport: from('inOutPoint', 'report', tab),
  inOutPointDetails: from('inOutPointDetail', 'report', tab),
  externalVehicleQueryReport: from('externalVehicleQuery', 'report', tab),
  externalVehicleViews: at('/externalVehicleQuery/views', '外部查看我方', 'report', 'externalVehicleQuery'),
  travelSetting: from('travelSetting', 'list', tab),
  parkingReport: from('parking', 'report', tab),
  parkingDetails: at('/parking/detail', '停车明细', 'report', 'parking'),
  parkingMap: at('/parking/map', '停车分布图', 'map', 'parking'),
} as const;

/** What a role may be given on these screens: action → label. */
export const drivingRights = {
  dailyDrivingSummary: { export: '导出' },
  drivingSummary: { export: '导出汇总', exportDetail: '导出明细' },
  dailyDriving: { export: '导出' },
  refuel: {
    bill: '登记票据',
    add: '手工新增',
    billDel: sensitive('删除票据'),
    invalid: '标记误判',
    import: '导入油卡账单',
    calibrate: sensitive('油量标定'),
    export: '导出',
  },
  abnormalOil: { handle: '处理', export: '导出' },
  oilDynamics: { export: '导出' },
  trip: {
    merge: '合并行程',
    split: '拆分行程',
    remark: '备注',
    share: '分享链接',
    print: '打印行程单',
    export: '导出',
  },
  inOutPoint: { recalc: '回算', export: '导出汇总' },
  inOutPointDetail: { export: '导出明细' },
  externalVehicleQuery: { query: '新查询', renew: '续授权', export: '导出', exportViews: '导出外部查看' },
  travelSetting: { save: '新增/编辑', del: sensitive('结束'), export: '导出' },
  parking: { export: '导出汇总', exportDetail: '导出明细' },
} as const satisfies Rights;
