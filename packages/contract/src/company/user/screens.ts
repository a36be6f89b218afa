import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('enterprise');

/** The screens of `user`. What stands here is built: menus lead to it. */
export const userScreens = {
  userList: from('userManagement', 'list'),
  userEdit: at('/userManagement/addModify', '新增/修改用户', 'edit', 'userManagement'),
} as const;

/** What a role may be given on these screens: action → label. */
export const userRights = {
  userManagement: {
    addModify: sensitive('新增修改'),
    resetPwd: sensitive('重置密码'),
    status: sensitive('启停'),
    handover: sensitive('离职交接'),
    del: sensitive('删除'),
    role: sensitive('设角色'),
    kick: '强制下线',
    unlock: '解锁',
    resetFactor: '重置二次验证',
    log: '登录日志',
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
