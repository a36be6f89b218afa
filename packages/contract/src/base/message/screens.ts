import { screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `message`. What stands here is built: menus lead to it. */
export const messageScreens = {
  message: at('/message', '消息中心', 'list', null),
} as const;
