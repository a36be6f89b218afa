import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of `device`. What stands here is built: menus lead to it. */
export const deviceScreens = {
  vehicleEquipment: from('vehicleEquipment', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const deviceRights = {
  vehicleEquipment: {
    add: '新增',
    edit: '编辑',
    bind: '绑定记录',
    renew: '续期',
    access: sensitive('放行与鉴权码'),
    model: '型号管理',
    trace: sensitive('报文追踪'),
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
