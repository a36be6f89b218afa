import { phone, screensOf } from '../../shell/screens';

const { at } = screensOf('transport');

/** The screens of `trip`. What stands here is built: menus lead to it. */
export const tripScreens = {
  trackShare: at('/m/track/:token', '运输跟踪分享页', 'mobile', null, phone),
  sharedTrip: at('/m/trip/:token', '行程分享页', 'mobile', null, phone),
  receiverSign: at('/m/sign/:token', '收货方签收页', 'mobile', null, phone),
} as const;
