import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const identityPages = {
  login: () => import('./login/page').then((m) => m.LoginPage),
  tvLogin: () => import('./login/confirm/tv-page').then((m) => m.TvLoginPage),
  forgetPassword: () => import('./login/forget-password-page').then((m) => m.ForgetPasswordPage),
  authBind: () => import('./login/confirm/phone-page').then((m) => m.AuthBindPage),
} as const satisfies Pages;
