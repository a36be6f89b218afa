import { screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `vehicleGroup`. What stands here is built: menus lead to it. */
export const vehicleGroupScreens = {
  userGrouping: at('/user/grouping', '车辆分组设置', 'form', null),
} as const;
