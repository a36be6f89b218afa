import type { Output } from '@tongda/contract/core/endpoint';
import { alarmAskEvidence, alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { terminalFileKind } from '@tongda/contract/watch/alarm/enums';
import { Button, Image } from 'antd';
import { FileText } from 'lucide-react';
import { call } from '../../../../kit/call/api';
import { useAct } from '../../../../kit/call/use-act';
import { Can } from '../../../../kit/session/can';
import { shortTime } from '../../../../kit/show/format';
import { marksOf } from './captions';
import { Player } from './player';
import { type AlarmFile, useRecording } from './use-recording';
import '../evidence.css';

type Detail = Output<typeof alarmDetail>;

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** 证据: photos, sounds and videos of the terminal, and what becomes of those that are announced; nothing for an alarm without any. */
export function AlarmEvidence({ detail: { alarm, files, filesPending } }: { detail: Detail }) {
  if (files.length === 0 && filesPending === '') return null;
  const pictures = files.filter(({ shown }) => shown === 'image');
  const marks = marksOf(pictures, shortTime);
  const films = files.filter(({ shown, url }) => shown === 'video' && url !== null);
  const together = films.length > 1;
  return (
    <section className="watch-alarm-section">
      <h3>证据</h3>
      {pictures.length > 0 ? (
        <Image.PreviewGroup>
          <div className="watch-alarm-evidence-pictures">
            {pictures.map((file, i) => (
              <figure key={file.id}>
                <Image src={file.url ?? ''} alt={`${file.camera || '图片'} ${marks[i]}`} />
                <figcaption>
                  <span>{file.camera || terminalFileKind.label(file.kind)}</span>
                  <time title={file.time}>{marks[i]}</time>
                </figcaption>
              </figure>
            ))}
          </div>
        </Image.PreviewGroup>
      ) : null}
      {together ? <Player alarmId={alarm.id} films={films} /> : null}
      {files
        .filter(({ shown, url }) => shown !== 'image' && !(together && shown === 'video' && url !== null))
        .map((file) => (
          <OtherFile key={file.id} alarmId={alarm.id} file={file} />
        ))}
      {filesPending ? <Missing id={alarm.id} words={filesPending} /> : null}
    </section>
  );
}

/** What becomes of files that are not here, and asking the terminal for them once more. */
function Missing({ id, words }: { id: string; words: string }) {
  const ask = useAct(() => call(alarmAskEvidence, { id }), {
    stale: [alarmDetail],
    told: '已请求，终端在线时立即下发',
  });
  return (
    <p className="td-cap watch-alarm-evidence-missing">
      {words}
      <Can do={alarmAskEvidence}>
        <Button size="small" loading={ask.busy} onClick={() => void ask.run()}>
          重新请求
        </Button>
      </Can>
    </p>
  );
}

/** A sound or film that plays here, else a link that saves the file. */
function OtherFile({ alarmId, file }: { alarmId: string; file: AlarmFile }) {
  const { fault, ...media } = useRecording(alarmId, file);
  const words = [terminalFileKind.label(file.kind), file.camera, sizeText(file.bytes)].filter(Boolean).join(' · ');
  return (
    <div className="watch-alarm-evidence-file">
      {file.shown === 'video' && media.src ? <video {...media} controls preload="metadata" aria-label={words} /> : null}
      {file.shown === 'audio' && media.src ? <audio {...media} controls preload="metadata" aria-label={words} /> : null}
      <span className="td-cap">
        {words}
        {file.url === null ? ' · 正在上传' : ''}
        {fault ? <strong className="watch-alarm-evidence-fault">{fault}</strong> : null}
      </span>
      {(file.shown === 'none' || file.film || fault) && file.url ? (
        <a href={file.url} target="_blank" rel="noreferrer" title={file.name}>
          <FileText className="td-ico" /> {file.film ? '下载原始文件' : '下载'}
        </a>
      ) : null}
    </div>
  );
}
