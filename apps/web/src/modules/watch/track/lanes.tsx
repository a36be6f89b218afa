import { minuteMs } from '@tongda/contract/core/durations';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ColourName } from '../../../theme/colours';
import { colour, type ThemeMode, translucentColour } from '../../../theme/palette';
import { useTheme } from '../../../theme/store';
import { type Geometry, type LaneInk, lane, laneGeometry, lanesHeight, paintLanes } from './lanes-paint';

interface Props {
  track: TrackAnswer;
  from: number;
  to: number;
  /** company's zone against UTC */
  zoneOffsetMs: number;
  /** the playhead */
  t: number;
  /** a ghost playhead while a row or a stop is hovered */
  ghost: number | null;
  label: string;
  onSeek: (t: number) => void;
  onHover: (t: number | null) => void;
}

/** Stops, speed, temperatures, doors and alarms on one time axis. Drag anywhere: the playhead follows. */
export function Lanes({ track, from, to, zoneOffsetMs, t, ghost, label, onSeek, onHover }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const mode = useTheme((state) => state.mode);
  const [width, setWidth] = useState(0);
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const geometry = useMemo(() => (width > 0 ? laneGeometry(track, from, to, width) : null), [track, from, to, width]);
  useEffect(() => {
    const element = canvas.current;
    const ctx = element?.getContext('2d');
    if (!element || !ctx || !geometry) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(geometry.width * ratio);
    element.height = Math.round(lanesHeight * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintLanes(ctx, track, geometry, inkOf(mode), zoneOffsetMs);
  }, [track, geometry, mode, zoneOffsetMs]);

  const timeOf = (event: PointerEvent): number => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    return Math.min(to, Math.max(from, geometry?.t(event.clientX - left) ?? from));
  };
  return (
    <div
      ref={box}
      className="watch-track-lanes"
      style={{ height: lanesHeight }}
      role="slider"
      tabIndex={0}
      aria-label="播放进度"
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={Math.round(t)}
      aria-valuetext={label}
      onKeyDown={(event) => {
        const target = {
          ArrowLeft: t - minuteMs,
          ArrowRight: t + minuteMs,
          PageDown: t - 600_000,
          PageUp: t + 600_000,
          Home: from,
          End: to,
        }[event.key];
        if (target === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onSeek(Math.min(to, Math.max(from, target)));
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        onSeek(timeOf(event));
      }}
      onPointerMove={(event) => (dragging ? onSeek(timeOf(event)) : onHover(timeOf(event)))}
      onPointerUp={() => setDragging(false)}
      onPointerLeave={() => onHover(null)}
    >
      <canvas ref={canvas} style={{ width: '100%', height: lanesHeight }} />
      {geometry && ghost !== null && <i className="ghost" style={{ left: geometry.x(ghost) }} />}
      {geometry && <Playhead geometry={geometry} t={t} label={label} />}
    </div>
  );
}

function Playhead({ geometry, t, label }: { geometry: Geometry; t: number; label: string }) {
  const x = geometry.x(t);
  if (x < lane.gutter - 1) return null;
  return (
    <div className="head" style={{ transform: `translateX(${x}px)` }}>
      <i />
      <b>{label}</b>
    </div>
  );
}

function inkOf(mode: ThemeMode): LaneInk {
  const c = (name: ColourName): string => colour(name, mode);
  const dark = mode === 'dark';
  return {
    text: c('ink'),
    caption: c('text3'),
    grid: c('split'),
    line: c('line'),
    stop: c('lane-stop'),
    stopText: c('st-parked-text'),
    stopColumn: translucentColour(c('st-parked'), dark ? 0.09 : 0.06),
    gap: translucentColour(c('st-alarm'), dark ? 0.45 : 0.35),
    limit: c('st-alarm'),
    bandChilled: c('lane-chilled'),
    bandChilledEdge: c('lane-chilled-edge'),
    bandFrozen: c('lane-frozen'),
    bandFrozenEdge: c('lane-frozen-edge'),
    chilled: c('st-moving'),
    frozen: c('lane-frozen-line'),
    out: c('st-alarm'),
    door: c('st-idle'),
    doorBack: c('grey-soft'),
    alarm: c('lane-alarm'),
    sign: c('white'),
    speedFill: c('grey-soft'),
  };
}
