import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('enterprise');

/** The screens of `resourceAuth`. What stands here is built: menus lead to it. */
export const resourceAuthScreens = {
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
} as const;

/** What a role may be given on these screens: action → label. */
export const resourceAuthRights = {
  vehicleEquipmentGrant: {
    edit: sensitive('授权'),
    detail: '详情',
    revoke: sensitive('撤销'),
    extend: sensitive('延期'),
    copy: sensitive('复制授权'),
    import: sensitive('导入'),
    export: '导出',
  },
  regionSiteGrant: {
    edit: sensitive('授权'),
    detail: '详情',
    revoke: sensitive('撤销'),
    extend: sensitive('延期'),
    copy: sensitive('复制授权'),
    import: sensitive('导入'),
    export: '导出',
  },
  bluetoothLockGrant: {
    edit: sensitive('授权'),
    detail: '详情',
    revoke: sensitive('撤销'),
    extend: sensitive('延期'),
    copy: sensitive('复制授权'),
    import: sensitive('导入'),
    export: '导出',
  },
} as const satisfies Rights;
