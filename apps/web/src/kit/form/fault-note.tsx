import { message } from '@tongda/contract/core/messages';
import { useState } from 'react';
import { writeClipboard } from '../show/clipboard';
import './fault-note.css';

/** A failure of the server and the number under which its log holds it, to be copied and told to whoever helps. */
export function FaultNote({ text, traceId }: { text: string; traceId: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => setCopied(await writeClipboard(traceId));
  return (
    <span className="kit-form-fault">
      {text}
      <span className="kit-form-fault-trace">
        错误编号 <code>{traceId}</code>
        <button type="button" className="td-plain kit-table-word" onClick={() => void copy()}>
          {copied ? message('copy.ok') : '复制'}
        </button>
      </span>
    </span>
  );
}
