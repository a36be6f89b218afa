import type { TokenAnswer } from '@tongda/contract/identity/session';
import { navigation, tellEntered } from '../../kit/leave';
import { storeTokens } from '../../kit/tokens';

/** This browser is somebody else now: every window starts anew, nothing of the one before stays in memory. */
export async function enterAs(answer: TokenAnswer): Promise<void> {
  storeTokens(answer);
  tellEntered();
  navigation.assign('/');
}
