import { type Rights, screensOf, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of the cold chain reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const coldChainScreens = {
  temHumReport: from('temHum', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const coldChainRights = {
  temHum: { export: '导出' },
} as const satisfies Rights;
