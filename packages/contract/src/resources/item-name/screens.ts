import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('transport');

/** The screens of `itemName`. What stands here is built: menus lead to it. */
export const itemNameScreens = {
  itemNameConfigure: from('itemNameConfigure', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const itemNameRights = {
  itemNameConfigure: {
    add: '新增',
    edit: '编辑',
    conflict: '禁配组设置',
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
