import { screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `profile`. What stands here is built: menus lead to it. */
export const profileScreens = {
  userInfo: at('/userInfo', '个人信息', 'form', null),
} as const;
