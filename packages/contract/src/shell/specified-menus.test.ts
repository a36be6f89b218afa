import { expect, test } from 'vitest';
import { isMenuKey, menuList, menus, ownIds } from './menus';

/** Menus with a number of the specification: number, name, address, and the number of the parent where the specification gives one (0: it does not). 10230 has no name there. */
const specified: ReadonlyArray<[id: number, name: string, path: string, parent: number]> = [
  [116, '公司管理', '', 0],
  [166, '车辆监控', '', 0],
  [10450, '会员购买', '/member', 0],
  [10487, '个人中心', '', 0],
  [10488, '运营看板', '/staticdashboard', 10487],
  [10489, '修改密码', '', 10487],
  [111, '车辆管理', '/vehicle', 0],
  [112, '车队管理', '/fleet', 0],
  [113, '司机管理', '/driver', 0],
  [10105, '客户管理', '/customer/manage', 0],
  [1009, '门店管理', '/customer/store', 0],
  [1010, '写卡设备', '/writeDevice', 0],
  [10114, '承运商管理', '/carrier', 0],
  [114, '区域/站点管理', '/regionalOrSiteManage', 0],
  [10271, '线路管理', '/routeManage', 0],
  [115, '线路规划', '/routePlanning', 0],
  [146, '设备报表', '', 0],
  [150, '冷链报表', '', 0],
  [154, '行车报表', '', 0],
  [160, '门磁管控', '', 0],
  [10210, '报警报表', '', 0],
  [10207, '报警设置', '', 0],
  [10283, '定制报表', '', 0],
  [12420, '运营报表', '', 0],
  [10085, '订单管理', '/orderManage', 0],
  [11030, '调度中心', '/dispatchCenter', 0],
  [10522, '运输计划', '/vehicleDispatchManagement', 0],
  [10089, '运单管理', '/waybillManage', 0],
  [10093, '运输跟踪', '/businessTracking', 0],
  [180, '结算计费', '/settlementDeploy', 0],
  [10519, '数据报表', '/dataReport', 0],
  [190, '运力管理', '/capacity', 0],
  [200, '基础信息', '', 0],
  [99, '首页', '/', 116],
  [117, '组织架构', '/structure', 116],
  [118, '角色权限', '/rolePermissions', 116],
  [119, '资源授权', '/resourceAuthorization', 116],
  [122, '用户管理', '/userManagement', 116],
  [10121, '设备费用', '/equipmentCost', 116],
  [10230, '', '', 116],
  [10527, '订单中心', '/orderCenter', 116],
  [120, '车辆设备授权', '/resourceAuthorization/vehicleEquipment', 119],
  [121, '地图资源授权', '/resourceAuthorization/regionSite', 119],
  [10528, '蓝牙锁授权', '/resourceAuthorization/bluetoothLockAuthorization', 119],
  [129, '数据统计', '/dataStatistics', 0],
  [131, '权限组管理', '/companyManagement/groupPermissions', 0],
  [132, '企业账户管理', '/companyManagement/accountMag', 0],
  [10257, '子账号管理', '/companyManagement/subAccount', 0],
  [1007, '欠费延期', '/extensionOfArrears', 0],
  [10267, '服务余额管理', '/serviceBalanceMan', 0],
  [10225, '短信费用', '/smsFee', 0],
  [10525, '信息备案', '/informationFiling', 0],
  [133, '车辆配置', '/vehicleConfig', 0],
  [134, '便携设备管理', '/portableDevice', 0],
  [10241, '参数设置', '/portableDeviceSetUp/parameterSetting', 0],
  [10242, '升级包', '/portableDeviceSetUp/upgradePackage', 0],
  [10476, '便携设备电量', '/portableDeviceSetUp/portableDevicePower', 0],
  [10533, '蓝牙锁管理', '/bluetoothLock/manage', 0],
  [10532, '蓝牙锁库存', '/bluetoothLock/inventory', 0],
  [10253, '设备共享管理', '/deviceSharingManage', 0],
  [135, '指令版本管理', '/instructEditionMag', 0],
  [136, '指令下发', '/instructSendOut', 0],
  [137, '数据推送', '/dataPush', 0],
  [10120, '平台转发', '/forwarding', 0],
  [10278, '数据转发管理', '/dataDorwardingManage', 0],
  [10534, '数据故障', '/dataFailure', 0],
  [10229, '公告管理', '/announcement', 0],
  [10474, '信息收集', '/collectMessage', 0],
  [10557, '问卷调查', '/questionnaireSurvey', 0],
  [10123, '模板管理', '/templateManagement', 0],
  [10810, '开放接口管理', '/openPlatform/interface', 0],
  [10820, '接口授权管理', '/openPlatform/authorize', 0],
  [10741, '接入实时统计', '/csop/realTimeStatistics', 0],
  [10742, '接入历史数据', '/csop/historyData', 0],
  [10773, '日志管理', '/logManagement', 0],
  [10852, '平台授权', '/platformAuthorization', 0],
  [10853, '综合配置', '/integratedConfiguration', 0],
  [10932, '试用申请', '/trialApplication', 0],
  [10933, 'OEM品牌管理', '/OEM', 0],
];

test('every number of the specification is compared', () => {
  expect(specified.map(([id]) => id).sort()).toEqual(
    [...new Set(menuList.map(({ id }) => id).filter((id) => id < ownIds))].sort(),
  );
});

test.each(specified)('menu %i is %s', (id, name, path, parent) => {
  const found = menuList.filter((menu) => menu.id === id);
  const parents = found.map((menu) => (menu.parent !== null && isMenuKey(menu.parent) ? menus[menu.parent].id : 0));
  // a number that stands in two systems has the specification's name in the first
  expect(found.map((menu) => menu.name)).toContain(name);
  expect(found.map((menu) => menu.path)).toContain(path);
  if (parent > 0) expect(parents).toContain(parent);
});
