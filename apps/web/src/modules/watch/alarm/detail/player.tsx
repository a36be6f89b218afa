import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { Button, Slider } from 'antd';
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import '../evidence.css';

type AlarmFile = Output<typeof alarmDetail>['files'][number];

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Films of several cameras of one alarm, side by side: they are started, stopped and wound together. */
export function Player({ films }: { films: readonly AlarmFile[] }) {
  // the first links stay: new ones would begin the films anew
  const [sources] = useState(() => new Map(films.map(({ id, url, film }) => [id, film ?? url])));
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
        {films.map(({ id, url, film, camera, name, time }) => (
          <figure key={id}>
            <video
              ref={(box) => {
                if (box) boxes.current.set(id, box);
                else boxes.current.delete(id);
              }}
              src={sources.get(id) ?? film ?? url ?? undefined}
              preload="metadata"
              muted
              playsInline
              aria-label={`${camera || '视频'} ${time}`}
              onLoadedMetadata={({ currentTarget }) => setLength((most) => Math.max(most, currentTarget.duration || 0))}
              onTimeUpdate={moved}
              onEnded={moved}
            />
            <figcaption title={name}>
              {camera || name}
              {film && url ? (
                <>
                  {' '}
                  <a href={url} target="_blank" rel="noreferrer" title={`终端原始文件 ${name}`}>
                    原始文件
                  </a>
                </>
              ) : null}
            </figcaption>
          </figure>
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
