import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of `equipment`. What stands here is built: menus lead to it. */
export const equipmentScreens = {
  portableController: from('portableController', 'list', tab),
  bluetoothLockList: from('bluetoothLock', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const equipmentRights = {
  portableController: {
    add: '新增',
    edit: '编辑',
    bind: '绑定',
    setParam: '参数设置',
    startTrip: '开始、结束行程',
    message: sensitive('照片、终端数据'),
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    exportBattery: '导出电量变化',
  },
  bluetoothLock: {
    add: '新增',
    edit: '编辑',
    bind: '绑定',
    tempCode: sensitive('临时密码'),
    remoteOpen: sensitive('远程开锁'),
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
