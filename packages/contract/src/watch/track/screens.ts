import { screensOf } from '../../shell/screens';

const { from } = screensOf('community');

/** The screens of `track`. What stands here is built: menus lead to it. */
export const trackScreens = {
  trajectory: from('trajectory', 'map'),
} as const;
