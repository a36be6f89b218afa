import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `routePlan`. What stands here is built: menus lead to it. */
export const routePlanScreens = {
  routePlanningList: from('routePlanning', 'list', tab),
  routePlanningEdit: at('/routePlanning/edit', '新增/编辑规划', 'map', 'routePlanning'),
  routePlanningDetails: at('/routePlanning/details', '规划详情', 'map', 'routePlanning'),
} as const;

/** What a role may be given on these screens: action → label. */
export const routePlanRights = {
  routePlanning: { add: '新增', edit: '编辑', send: '下发', cancel: '作废', del: sensitive('删除'), export: '导出' },
} as const satisfies Rights;
