import { type Rights, screensOf, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the reports of portable recorders. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const recorderScreens = {
  batteryChange: at('/portableDevice/batteryChange', '电量变化明细', 'report', 'portableController'),
  temHumOverseasReport: from('temHumOverseas', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. That of 电量变化明细 stands with the register of recorders. */
export const recorderRights = {
  temHumOverseas: { export: '导出', print: '打印温湿度记录' },
} as const satisfies Rights;
