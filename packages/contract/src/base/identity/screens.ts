import { open, phone, screensOf } from '../../shell/screens';

const { at } = screensOf('community');

/** The screens of `identity`. What stands here is built: menus lead to it. */
export const identityScreens = {
  login: at('/login', '登录', 'form', null, open),
  tvLogin: at('/tvlogin', '大屏扫码登录', 'form', null, open),
  forgetPassword: at('/forgetPassword', '忘记密码', 'wizard', null, open),
  authBind: at('/authBind', '微信绑定确认', 'mobile', null, phone),
} as const;
