import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const identityPages = {
  login: () => import('./login/page').then((m) => m.LoginPage),
  tvLogin: () => import('./login/tv-page').then((m) => m.TvLoginPage),
  forgetPassword: () => import('./login/forget-password-page').then((m) => m.ForgetPasswordPage),
  authBind: () => import('./login/auth-bind-page').then((m) => m.AuthBindPage),
} as const satisfies Pages;
