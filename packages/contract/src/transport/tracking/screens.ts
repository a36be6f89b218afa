import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('transport');

/** The screens of `tracking`. What stands here is built: menus lead to it. */
export const trackingScreens = {
  orderTracking: from('orderTracking', 'list', tab),
  waybillTracking: from('waybillTracking', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const trackingRights = {
  orderTracking: { notify: '联系司机', export: '导出' },
  waybillTracking: { command: sensitive('下发指令'), export: '导出' },
} as const satisfies Rights;
