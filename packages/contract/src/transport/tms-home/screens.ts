import { screensOf } from '../../shell/screens';

const { at } = screensOf('transport');

/** The screens of `tmsHome`. What stands here is built: menus lead to it. */
export const tmsHomeScreens = {
  transportHome: at('/', '运输管理首页', 'dashboard', null),
} as const;
