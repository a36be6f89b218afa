import { message } from '@tongda/contract/core/messages';
import { RefreshCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ownBuild, watchVersion } from './new-version';
import './offline-banner.css';

/** 发现新版本，点击刷新: stays until it is clicked or put away; nothing reloads by itself under somebody's hands. */
export function NewVersionNotice() {
  const [found, setFound] = useState(false);
  useEffect(() => watchVersion(ownBuild(), () => setFound(true)), []);
  if (!found) return null;
  return (
    <div className="shell-dialog-new-version" role="status">
      <button type="button" className="td-plain" onClick={() => window.location.reload()}>
        <RefreshCw className="td-ico" />
        {message('app.newVersion')}
      </button>
      <button type="button" className="td-plain" aria-label="稍后刷新" onClick={() => setFound(false)}>
        <X className="td-ico" />
      </button>
    </div>
  );
}
