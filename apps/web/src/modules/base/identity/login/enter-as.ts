import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import { announceLogin, navigation } from '../../../../kit/session/leave';
import { storeTokens } from '../../../../kit/session/tokens';

/** Stores the tokens of another user or company and reloads every window, so that nothing of the former user stays in memory. */
export async function enterAs(answer: TokenAnswer): Promise<void> {
  storeTokens(answer);
  announceLogin();
  navigation.assign('/');
}
