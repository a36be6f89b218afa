import { message } from '@tongda/contract/core/messages';
import { WifiOff } from 'lucide-react';
import { useOnline } from '../../kit/call/reach';
import './offline-banner.css';

/** A strip while the computer has no network; it goes by itself. */
export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <div className="shell-dialog-offline" role="status">
      <WifiOff className="td-ico" />
      {message('net.offline')}，恢复后自动继续
    </div>
  );
}
