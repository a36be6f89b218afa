import { message } from '@tongda/contract/core/messages';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStripNote } from '../../kit/strip/notes';
import { ownBuild, watchVersion } from './new-version';

/** 发现新版本: waits in the strip until it is clicked or put away; nothing reloads by itself under somebody's hands. */
export function NewVersionNotice() {
  const [found, setFound] = useState(false);
  useEffect(() => watchVersion(ownBuild(), () => setFound(true)), []);
  useStripNote(
    'newVersion',
    found
      ? {
          icon: <RefreshCw className="td-ico" />,
          text: message('app.newVersion'),
          verb: '刷新',
          run: () => window.location.reload(),
          away: () => setFound(false),
        }
      : null,
  );
  return null;
}
