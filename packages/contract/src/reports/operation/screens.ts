import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of the operation reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const operationScreens = {
  punctualityReport: from('punctuality', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const operationRights = {
  punctuality: { export: '导出', reason: '填写原因', exempt: sensitive('不计考核') },
} as const satisfies Rights;
