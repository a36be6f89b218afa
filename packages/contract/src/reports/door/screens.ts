import { type Rights, screensOf, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the door reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const doorScreens = {
  doorOpenCloseReport: from('doorOpenClose', 'report', tab),
  doorOpenCloseDetails: at('/doorOpenClose/detail', '开关门明细', 'report', 'doorOpenClose'),
  switchLockReport: from('switchLock', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const doorRights = {
  doorOpenClose: { export: '导出汇总', exportDetail: '导出明细' },
  switchLock: { export: '导出' },
} as const satisfies Rights;
