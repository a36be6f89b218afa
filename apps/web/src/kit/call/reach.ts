import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

/** Whether the last call of this page got through to the server. */
const useCalls = create<{ reached: boolean }>(() => ({ reached: true }));

/** Notes how a call ended: `status` of its answer, or null when none came. A proxy that finds no server behind it (502 to 504) is no answer either. */
export function noteReach(status: number | null): void {
  useCalls.setState({ reached: status !== null && (status < 502 || status > 504) });
}

function subscribe(change: () => void): () => void {
  window.addEventListener('online', change);
  window.addEventListener('offline', change);
  return () => {
    window.removeEventListener('online', change);
    window.removeEventListener('offline', change);
  };
}

/** What the browser says of its network. It says so only when it has none at all. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Whether calls get through: the browser has a network, and the last call was answered. */
export function useReached(): boolean {
  const online = useOnline();
  return useCalls(({ reached }) => reached) && online;
}
