import { everywhere, open, screensOf } from './screens';

const community = screensOf('community');
const enterprise = screensOf('enterprise');
const report = screensOf('report');
const resources = screensOf('resources');
const transport = screensOf('transport');

/** The screens of `shell`. What stands here is built: menus lead to it. */
export const shellScreens = {
  communityHome: community.at('/', '首页', 'redirect', null),
  error: community.at('/error', '错误页', 'error', null, open),
  notFound: community.at('/404.html', '页面不存在', 'error', null, {
    ...open,
    also: {
      resources: everywhere,
      report: everywhere,
      transport: everywhere,
      enterprise: everywhere,
      backstage: everywhere,
      monitor: everywhere,
      analysis: everywhere,
      settings: everywhere,
    },
  }),
  resourceAuthorization: enterprise.from('resourceAuthorization', 'redirect'),
  reportHome: report.at('/', '报表中心', 'redirect', null),
  resourcesHome: resources.at('/', '运输资源', 'redirect', null),
  orderManage: transport.from('orderManage', 'redirect'),
  waybillManage: transport.from('waybillManage', 'redirect'),
  businessTracking: transport.from('businessTracking', 'redirect'),
  capacity: transport.from('capacity', 'redirect'),
} as const;
