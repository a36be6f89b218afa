import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `custom-module`. What stands here is built: menus lead to it. */
export const customModuleScreens = {
  customModule: from('customModule', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const customModuleRights = {
  customModule: {
    switch: sensitive('开通、关闭模块'),
  },
} as const satisfies Rights;
