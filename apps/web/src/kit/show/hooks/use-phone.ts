import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia?.(query);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
};

/** True on a screen as narrow as a phone's: tables become cards. */
export const usePhone = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
