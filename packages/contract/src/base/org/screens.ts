import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('enterprise');

/** The screens of `org`. What stands here is built: menus lead to it. */
export const orgScreens = {
  enterpriseHome: from('enterpriseHome', 'dashboard', { title: '企业管理首页' }),
  structure: from('structure', 'list'),
  departmentEdit: at('/structure/jurisdiction', '新增/编辑下级部门', 'edit', 'structure'),
} as const;

/** What a role may be given on these screens: action → label. */
export const orgRights = {
  structure: {
    jurisdiction: '新增编辑',
    move: sensitive('移动'),
    del: sensitive('删除'),
    manager: '设负责人',
    transfer: sensitive('批量调部门'),
    import: sensitive('导入'),
    export: '导出',
  },
} as const satisfies Rights;
