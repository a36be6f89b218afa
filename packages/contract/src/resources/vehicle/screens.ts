import { kept, type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('resources');
const report = screensOf('report');

/** The screens of `vehicle`. What stands here is built: menus lead to it. */
export const vehicleScreens = {
  vehicleList: from('vehicle', 'list', { ...kept, also: { transport: { menu: 'tmsVehicle', title: '车辆' } } }),
  vehicleEdit: at('/vehicle/edit', '新增/编辑车辆', 'edit', 'vehicle', { also: { transport: 'tmsVehicle' } }),
  vehicleDetails: at('/vehicle/details', '车辆详情', 'detail', 'vehicle', { also: { transport: 'tmsVehicle' } }),
  vehicleProbe: at('/vehicle/probe', '探头设置', 'form', 'vehicle', {
    also: { transport: { menu: 'tmsVehicle', title: '探头配置' } },
  }),
  oilCalibration: report.at('/refuel/oilCalibration', '油量标定', 'form', 'refuel'),
  printVehicle: at('/print/vehicle/:paper', '打印车辆资料', 'detail', 'vehicle', {
    frame: 'plain',
    also: { transport: 'tmsVehicle' },
  }),
} as const;

/** What a role may be given on these screens: action → label. */
export const vehicleRights = {
  vehicle: {
    add: '新增',
    edit: '编辑',
    probe: '探头设置',
    probeCopy: '复制探头设置',
    probeCorrect: sensitive('修正探头'),
    bindDevice: '绑定设备',
    qrcode: '二维码',
    status: '启停',
    repair: '维修保养',
    mileage: sensitive('修正里程'),
    batchUpdate: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    sensitive: sensitive('查看完整信息'),
    message: sensitive('终端数据'),
  },
} as const satisfies Rights;
