import { useSyncExternalStore } from 'react';

function heardResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** A figure of the window (its height, how many rows fit in), drawn again when a change of size changes it. `of` must not be made anew each time. */
export const useWindow = <T extends number | boolean>(of: () => T): T => useSyncExternalStore(heardResize, of);
