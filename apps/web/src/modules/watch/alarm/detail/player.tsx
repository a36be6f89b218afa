import { Button, Slider } from 'antd';
import { Pause, Play } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { type AlarmFile, useRecording } from './use-recording';
import '../evidence.css';

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Films of several cameras of one alarm, side by side: they are started, stopped and wound together. */
export function Player({ alarmId, films }: { alarmId: string; films: readonly AlarmFile[] }) {
  const boxes = useRef(new Map<string, HTMLVideoElement>());
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const all = (): HTMLVideoElement[] => [...boxes.current.values()];
  const wind = (seconds: number): void => {
    setAt(seconds);
    for (const box of all()) box.currentTime = Math.min(seconds, box.duration || seconds);
  };
  const toggle = (): void => {
    if (playing) for (const box of all()) box.pause();
    else {
      // at the end of the longest they begin anew
      const from = at >= length ? 0 : at;
      wind(from);
      for (const box of all()) if (from < (box.duration || length)) void box.play().catch(() => setPlaying(false));
    }
    setPlaying(!playing);
  };
  /** The longest film tells the time; when none plays any more they have ended. */
  const moved = (): void => {
    setAt(Math.max(0, ...all().map((box) => box.currentTime)));
    if (all().every((box) => box.paused || box.ended)) setPlaying(false);
  };
  return (
    <div>
      <div className="watch-alarm-evidence-films">
        {films.map((file) => (
          <Film
            key={file.id}
            alarmId={alarmId}
            file={file}
            box={(box) => {
              if (box) boxes.current.set(file.id, box);
              else boxes.current.delete(file.id);
            }}
            lasts={(seconds) => setLength((most) => Math.max(most, seconds))}
            moved={moved}
            plays={() => setPlaying(true)}
          />
        ))}
      </div>
      <div className="watch-alarm-evidence-play">
        <Button
          size="small"
          icon={playing ? <Pause /> : <Play />}
          aria-label={playing ? '全部暂停' : '同步播放'}
          title={playing ? '全部暂停' : '同步播放'}
          onClick={toggle}
        />
        <Slider
          min={0}
          max={Math.max(1, length)}
          step={0.1}
          value={at}
          onChange={wind}
          ariaLabelForHandle="播放进度"
          tooltip={{ formatter: null }}
        />
        <span className="td-cap">
          {clock(at)} / {clock(length)}
        </span>
      </div>
    </div>
  );
}

interface FilmProps {
  alarmId: string;
  file: AlarmFile;
  box: Ref<HTMLVideoElement>;
  /** told how long it is, s */
  lasts: (seconds: number) => void;
  moved: () => void;
  plays: () => void;
}

/** One film without sound or buttons of its own, and what is said of it. */
function Film({ alarmId, file, box, lasts, moved, plays }: FilmProps) {
  const { url, film, camera, name, time } = file;
  const { src, fault, onError, onLoadedMetadata } = useRecording(alarmId, file);
  return (
    <figure>
      <video
        ref={box}
        src={src}
        preload="metadata"
        muted
        playsInline
        aria-label={`${camera || '视频'} ${time}`}
        onError={onError}
        onLoadedMetadata={(event) => {
          lasts(event.currentTarget.duration || 0);
          onLoadedMetadata(event);
        }}
        onPlay={plays}
        onTimeUpdate={moved}
        onEnded={moved}
      />
      <figcaption title={name}>
        {camera || name}
        {fault ? <strong className="watch-alarm-evidence-fault">{fault}</strong> : null}
        {(film || fault) && url ? (
          <>
            {' '}
            <a href={url} target="_blank" rel="noreferrer" title={`终端原始文件 ${name}`}>
              原始文件
            </a>
          </>
        ) : null}
      </figcaption>
    </figure>
  );
}
