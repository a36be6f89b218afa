import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `openapi`. What stands here is built: menus lead to it. */
export const openapiScreens = {
  interfaceCenter: at('/interfaceCenter', '接口中心', 'list', null),
  interfaceDetails: at('/interfaceCenter/:id', '接口详情', 'detail', null),
  openAuthorize: screensOf('backstage').from('openAuthorize', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const openapiRights = {
  openAuthorize: { grant: sensitive('授权'), enable: '启停' },
} as const satisfies Rights;
