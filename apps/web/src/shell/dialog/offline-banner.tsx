import { message } from '@tongda/contract/core/messages';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import './offline-banner.css';

function subscribe(change: () => void): () => void {
  window.addEventListener('online', change);
  window.addEventListener('offline', change);
  return () => {
    window.removeEventListener('online', change);
    window.removeEventListener('offline', change);
  };
}

/** A strip while the computer has no network; it goes by itself. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="shell-dialog-offline" role="status">
      <WifiOff className="td-ico" />
      {message('net.offline')}，恢复后自动继续
    </div>
  );
}
