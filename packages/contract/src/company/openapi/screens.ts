import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { at } = screensOf('community');
const backstage = screensOf('backstage');

/** The screens of `openapi`. What stands here is built: menus lead to it. */
export const openapiScreens = {
  interfaceCenter: at('/interfaceCenter', '接口中心', 'list', null),
  interfaceDetails: at('/interfaceCenter/:id', '接口详情', 'detail', null),
  openInterfaceList: backstage.from('openInterface', 'list'),
  openInterfaceEdit: backstage.at('/openPlatform/interface/edit', '开放接口编辑', 'edit', 'openInterface'),
  openAuthorize: backstage.from('openAuthorize', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const openapiRights = {
  openInterface: { add: '新增', edit: '编辑', publish: sensitive('发布'), debug: '调试' },
  openAuthorize: { grant: sensitive('授权'), enable: '启停', resetSecret: sensitive('重置密钥'), log: '日志' },
} as const satisfies Rights;
