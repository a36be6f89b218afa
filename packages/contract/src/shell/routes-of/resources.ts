import { screensOf } from './screens';

const { from, at } = screensOf('resources');
const tab = { tab: true } as const;
/** List pages of the capacity group stay alive behind other tabs. */
const kept = { tab: true, keepAlive: true } as const;

export const resourcesRoutes = {
  resourcesHome: at('/', '运输资源', 'redirect', null),
  vehicleList: from('vehicle', 'list', { ...kept, also: { transport: { menu: 'tmsVehicle', title: '车辆' } } }),
  vehicleEdit: at('/vehicle/edit', '新增/编辑车辆', 'edit', 'vehicle', { also: { transport: 'tmsVehicle' } }),
  vehicleDetails: at('/vehicle/details', '车辆详情', 'detail', 'vehicle', { also: { transport: 'tmsVehicle' } }),
  vehicleProbe: at('/vehicle/probe', '探头设置', 'form', 'vehicle', { also: { transport: 'tmsVehicle' } }),
  printVehicle: at('/print/vehicle/:paper', '打印车辆资料', 'detail', 'vehicle', {
    frame: 'plain',
    also: { transport: 'tmsVehicle' },
  }),
  fleetList: from('fleet', 'list', tab),
  fleetEdit: at('/fleet/edit', '新增/编辑车队', 'edit', 'fleet'),
  fleetDetails: at('/fleet/details', '车队详情', 'detail', 'fleet'),
  driverList: from('driver', 'list', { ...kept, also: { transport: { menu: 'tmsDriver', title: '司机' } } }),
  driverEdit: at('/driver/edit', '新增/编辑司机', 'edit', 'driver', { also: { transport: 'tmsDriver' } }),
  driverDetails: at('/driver/details', '司机详情', 'detail', 'driver', { also: { transport: 'tmsDriver' } }),
  customerList: from('customer', 'list', { ...tab, also: { transport: 'tmsCustomer' } }),
  customerEdit: at('/customer/manage/edit', '新增/编辑客户', 'edit', 'customer', {
    also: { transport: 'tmsCustomer' },
  }),
  customerDetails: at('/customer/manage/details', '客户详情', 'detail', 'customer', {
    also: { transport: 'tmsCustomer' },
  }),
  storeList: from('store', 'list', tab),
  storeEdit: at('/customer/store/edit', '新增/编辑门店', 'edit', 'store'),
  printQrcode: at('/print/qrcode/:kind', '打印二维码', 'detail', null, { frame: 'plain' }),
  writeDeviceList: from('writeDevice', 'list', tab),
  carrierList: from('carrier', 'list', { ...kept, also: { transport: { menu: 'tmsCarrier', title: '承运商' } } }),
  carrierEdit: at('/carrier/edit', '新增/编辑承运商', 'edit', 'carrier', { also: { transport: 'tmsCarrier' } }),
  regionSite: from('regionSite', 'map', {
    ...tab,
    also: { community: { menu: 'myMap', title: '我的地图', tab: false } },
  }),
  lineNew: at('/regionalOrSiteManage/lineNew', '新增/编辑电子线路', 'map', 'regionSite', {
    also: { community: 'myMap' },
  }),
  lineFromTrack: at('/regionalOrSiteManage/lineNew1', '轨迹生成电子线路', 'map', 'regionSite'),
  routeManageList: from('routeManage', 'list', { ...kept, also: { transport: 'tmsRouteManage' } }),
  routeManageEdit: at('/routeManage/edit', '新增/编辑线路', 'edit', 'routeManage', {
    also: { transport: 'tmsRouteManage' },
  }),
  routeManageDetails: at('/routeManage/details', '线路详情', 'detail', 'routeManage', {
    also: { transport: 'tmsRouteManage' },
  }),
  routePlanningList: from('routePlanning', 'list', tab),
  routePlanningEdit: at('/routePlanning/edit', '新增/编辑规划', 'map', 'routePlanning'),
  routePlanningDetails: at('/routePlanning/details', '规划详情', 'map', 'routePlanning'),
} as const;
