import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `command`. What stands here is built: menus lead to it. */
export const commandScreens = {
  instructEdition: from('instructEdition', 'list'),
  instructSendOut: from('instructSendOut', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const commandRights = {
  instructEdition: { add: '新增', edit: '编辑', publish: sensitive('发布'), preview: '预览', enable: '启停' },
  instructSendOut: {
    send: sensitive('下发'),
    approve: sensitive('复核'),
    retry: '重发',
    cancel: '取消',
    message: '报文',
    export: '导出',
  },
} as const satisfies Rights;
