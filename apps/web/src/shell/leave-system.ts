import { logout } from '@tongda/contract/identity/session';
import { message } from '@tongda/contract/messages';
import { call } from '../kit/api';
import { loginPath, navigation, tellLeft } from '../kit/leave';
import { askToLeave } from '../kit/leave-guards';
import { confirm } from '../kit/notify';
import { clearTokens } from '../kit/tokens';
import { clearTabs } from './tab-store';

/** 退出登录: asks, tells the server, and clears this browser even when the server does not answer. */
export async function leaveSystem(): Promise<void> {
  if (!(await askToLeave())) return;
  if (!(await confirm({ title: message('logout.system'), ok: '退出' }))) return;
  await call(logout, {}, { quiet: true }).catch(() => undefined);
  clearTokens();
  clearTabs();
  tellLeft();
  navigation.assign(loginPath);
}
