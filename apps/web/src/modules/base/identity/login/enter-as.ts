import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import { navigation, tellEntered } from '../../../../kit/session/leave';
import { storeTokens } from '../../../../kit/session/tokens';

/** This browser is somebody else now: every window starts anew, nothing of the one before stays in memory. */
export async function enterAs(answer: TokenAnswer): Promise<void> {
  storeTokens(answer);
  tellEntered();
  navigation.assign('/');
}
