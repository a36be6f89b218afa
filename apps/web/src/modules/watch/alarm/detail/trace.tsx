import type { AlarmTrace } from '@tongda/contract/watch/alarm/calls';
import { Paperclip } from 'lucide-react';
import { shortTime } from '../../../../kit/show/format';

/** What happened to an alarm, step by step: the platform, who was told, people. */
export function TraceList({ trace }: { trace: readonly AlarmTrace[] }) {
  return (
    <ol className="watch-alarm-trace">
      {trace.map((line, i) => (
        <li key={`${line.time} ${String(i)}`} data-what={line.what}>
          <time title={line.time}>{shortTime(line.time)}</time>
          <div>
            {line.who ? <b>{line.who} </b> : null}
            {line.text}
            {line.remark ? <p>{line.remark}</p> : null}
            {line.files.length > 0 ? (
              <p className="watch-alarm-proof">
                {line.files.map((file) => (
                  <a key={file.id} href={file.url} target="_blank" rel="noreferrer" title={file.name}>
                    {file.image ? (
                      <img src={file.url} alt={file.name} loading="lazy" />
                    ) : (
                      <Paperclip className="td-ico" />
                    )}
                    {file.image ? null : file.name}
                  </a>
                ))}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
