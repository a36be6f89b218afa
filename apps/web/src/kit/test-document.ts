import { vi } from 'vitest';
import { storeTokens } from './session/tokens';

/** Tests of components: somebody is logged in. */
export const logInForTest = (): void =>
  storeTokens({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 1800,
    refresh_expires_in: 28_800,
    superManagerFlag: 0,
    superClientId: null,
    superUserId: null,
    superUserName: null,
    noJump: 1,
  });

/** Tests of components: what a test's document lacks. No media query matches, and nothing is told of sizes. */
export function stubDocument(): void {
  const quiet = (): void => undefined;
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: quiet,
    removeListener: quiet,
    addEventListener: quiet,
    removeEventListener: quiet,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = quiet;
      unobserve = quiet;
      disconnect = quiet;
    },
  );
}
