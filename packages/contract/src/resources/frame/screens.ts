import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `frame`. What stands here is built: menus lead to it. */
export const frameScreens = {
  messageTrace: from('messageTrace', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const frameRights = {
  messageTrace: { trace: sensitive('追踪') },
} as const satisfies Rights;
