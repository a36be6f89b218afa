import { screensOf } from './screens';

const { from, at } = screensOf('enterprise');

export const enterpriseRoutes = {
  enterpriseHome: from('enterpriseHome', 'dashboard', { title: '企业管理首页' }),
  structure: from('structure', 'list'),
  departmentEdit: at('/structure/jurisdiction', '新增/编辑下级部门', 'edit', 'structure'),
  rolePermissions: from('rolePermissions', 'list'),
  resourceAuthorization: from('resourceAuthorization', 'redirect'),
  vehicleGrantList: from('vehicleEquipmentGrant', 'list'),
  vehicleGrantEdit: at(
    '/resourceAuthorization/vehicleEquipment/edit',
    '编辑车辆设备授权',
    'edit',
    'vehicleEquipmentGrant',
  ),
  vehicleGrantDetails: at(
    '/resourceAuthorization/vehicleEquipment/detail',
    '车辆设备授权详情',
    'detail',
    'vehicleEquipmentGrant',
  ),
  regionGrantList: from('regionSiteGrant', 'list'),
  regionGrantEdit: at('/resourceAuthorization/regionSite/edit', '编辑地图资源授权', 'edit', 'regionSiteGrant'),
  regionGrantDetails: at('/resourceAuthorization/regionSite/detail', '地图资源授权详情', 'detail', 'regionSiteGrant'),
  lockGrantList: from('bluetoothLockGrant', 'list'),
  lockGrantEdit: at(
    '/resourceAuthorization/bluetoothLockAuthorization/edit',
    '编辑蓝牙锁授权',
    'edit',
    'bluetoothLockGrant',
  ),
  lockGrantDetails: at(
    '/resourceAuthorization/bluetoothLockAuthorization/detail',
    '蓝牙锁授权详情',
    'detail',
    'bluetoothLockGrant',
  ),
  userList: from('userManagement', 'list'),
  userEdit: at('/userManagement/addModify', '新增/修改用户', 'edit', 'userManagement'),
  equipmentCostList: from('equipmentCost', 'list'),
  equipmentCostDetails: at('/equipmentCost/detail', '设备费用详情', 'detail', 'equipmentCost'),
  equipmentRenew: at('/equipmentCost/renew/:step', '设备续费', 'wizard', 'equipmentCost'),
  orderCenter: from('orderCenter', 'list'),
} as const;
