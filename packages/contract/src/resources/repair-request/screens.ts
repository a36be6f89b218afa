import { type Rights, screensOf, sensitive } from '../../shell/screens';

const settings = screensOf('settings');
const backstage = screensOf('backstage');

/** The screens of `repair-request`. What stands here is built: menus lead to it. */
export const repairRequestScreens = {
  reportForRepair: settings.from('reportForRepair', 'list', { title: '报修预约' }),
  repairManage: backstage.from('repairManage', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const repairRequestRights = {
  reportForRepair: { add: '新增', edit: '改约', cancel: sensitive('取消'), rate: '评价' },
  repairManage: { assign: '派单', handle: '处理', export: '导出' },
} as const satisfies Rights;
