import { logout } from '@tongda/contract/base/identity/calls';
import { message } from '@tongda/contract/core/messages';
import { builtRoutes } from '@tongda/contract/shell/built';
import { href, routes } from '@tongda/contract/shell/routes';
import { call } from '../../kit/call/api';
import { confirm, reportError } from '../../kit/dialog/notify';
import { askToLeave } from '../../kit/form/leave-guards';
import { announceLogin, announceLogout, loginPath, navigation } from '../../kit/session/leave';
import { clearTokens, storeTokens } from '../../kit/session/tokens';
import { clearTabs } from '../tab/store';

/** 退出登录: asks, tells the server, and clears this browser even when the server does not answer. */
export async function leaveSystem(): Promise<void> {
  if (!(await askToLeave())) return;
  if (!(await confirm({ title: message('logout.system'), ok: '退出' }))) return;
  await call(logout, {}, { quiet: true }).catch(() => undefined);
  clearTokens();
  clearTabs();
  announceLogout();
  navigation.assign(loginPath);
}

/** 退出公司: back to the session that the visit began from, and to the list of companies where there is one. */
export async function leaveCompany(): Promise<void> {
  if (!(await askToLeave())) return;
  if (!(await confirm({ title: message('logout.company'), ok: '退出' }))) return;
  try {
    const own = await call(logout, { outLogin: '1' });
    if (own) storeTokens(own);
    clearTabs();
    announceLogin();
    navigation.assign(builtRoutes.has('accountMagList') ? href(routes.accountMagList, 'backstage') : '/');
  } catch (error) {
    reportError(error);
  }
}
