import { screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `openapi`. What stands here is built: menus lead to it. */
export const openapiScreens = {
  interfaceCenter: at('/interfaceCenter', '接口中心', 'list', null),
  interfaceDetails: at('/interfaceCenter/:id', '接口详情', 'detail', null),
} as const;
