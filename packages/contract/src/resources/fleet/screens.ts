import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `fleet`. What stands here is built: menus lead to it. */
export const fleetScreens = {
  fleetList: from('fleet', 'list', tab),
  fleetEdit: at('/fleet/edit', '新增/编辑车队', 'edit', 'fleet'),
  fleetDetails: at('/fleet/details', '车队详情', 'detail', 'fleet'),
} as const;

/** What a role may be given on these screens: action → label. */
export const fleetRights = {
  fleet: {
    add: '新增',
    edit: '编辑',
    assign: '分配车辆',
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
