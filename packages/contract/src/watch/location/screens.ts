import { screensOf } from '../../shell/screens';

const { from } = screensOf('community');

/** The screens of `location`. What stands here is built: menus lead to it. */
export const locationScreens = {
  location: from('location', 'map'),
} as const;
