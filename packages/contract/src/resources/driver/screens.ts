import { kept, type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `driver`. What stands here is built: menus lead to it. */
export const driverScreens = {
  driverList: from('driver', 'list', { ...kept, also: { transport: { menu: 'tmsDriver', title: '司机' } } }),
  driverEdit: at('/driver/edit', '新增/编辑司机', 'edit', 'driver', { also: { transport: 'tmsDriver' } }),
  driverDetails: at('/driver/details', '司机详情', 'detail', 'driver', { also: { transport: 'tmsDriver' } }),
} as const;

/** What a role may be given on these screens: action → label. */
export const driverRights = {
  driver: {
    add: '新增',
    edit: '编辑',
    bind: '绑定车辆',
    invite: sensitive('发送APP邀请'),
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    sensitive: sensitive('查看完整信息'),
  },
} as const satisfies Rights;
