import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of `device-share`. What stands here is built: menus lead to it. */
export const deviceShareScreens = {
  deviceShareList: from('deviceShare', 'list', tab),
  deviceShareEdit: at('/deviceShare/edit', '新增/编辑共享', 'edit', 'deviceShare'),
  deviceShareOut: at('/deviceShare/outDetail', '共享出明细', 'detail', 'deviceShare'),
  deviceShareIn: at('/deviceShare/inDetail', '共享入明细', 'detail', 'deviceShare'),
  deviceShareInvite: at('/deviceShare/invite', '共享邀请', 'form', 'deviceShare'),
} as const;

/** What a role may be given on these screens: action → label. */
export const deviceShareRights = {
  deviceShare: {
    add: sensitive('新增'),
    update: sensitive('编辑'),
    extend: '续期',
    cancel: sensitive('取消共享'),
    removeDevice: sensitive('移除车辆'),
    invite: sensitive('邀请'),
    accept: sensitive('接受'),
    reject: '拒绝',
    export: '导出',
  },
} as const satisfies Rights;
