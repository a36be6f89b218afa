import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('enterprise');

/** The screens of `role`. What stands here is built: menus lead to it. */
export const roleScreens = {
  rolePermissions: from('rolePermissions', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const roleRights = {
  rolePermissions: {
    add: '新增',
    copy: '复制',
    edit: '编辑',
    status: sensitive('启停'),
    del: sensitive('删除'),
    save: sensitive('保存权限'),
    member: sensitive('管理成员'),
    import: sensitive('导入'),
    export: '导出',
  },
} as const satisfies Rights;
