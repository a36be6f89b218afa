import { kept, type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `carrier`. What stands here is built: menus lead to it. */
export const carrierScreens = {
  carrierList: from('carrier', 'list', { ...kept, also: { transport: { menu: 'tmsCarrier', title: '承运商' } } }),
  carrierEdit: at('/carrier/edit', '新增/编辑承运商', 'edit', 'carrier', { also: { transport: 'tmsCarrier' } }),
} as const;

/** What a role may be given on these screens: action → label. */
export const carrierRights = {
  carrier: {
    add: '新增',
    edit: '编辑',
    audit: sensitive('审核'),
    status: '启停',
    score: '评分',
    account: sensitive('开通账号'),
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    sensitive: sensitive('查看完整信息'),
  },
} as const satisfies Rights;
