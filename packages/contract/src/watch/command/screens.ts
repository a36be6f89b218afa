import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `command`. What stands here is built: menus lead to it. */
export const commandScreens = {
  instructSendOut: from('instructSendOut', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const commandRights = {
  instructSendOut: {
    send: sensitive('下发'),
    retry: '重发',
    cancel: '取消',
  },
} as const satisfies Rights;
