import { useCallback, useEffect, useRef, useState } from 'react';
import { advanceClock } from './model';

export const rates = [1, 4, 16, 64, 240] as const;
/** How many seconds of the track pass in one second of watching at ×1: a day in 40 minutes; ×64 shows it in 38 seconds. */
const baseRate = 36;

export interface Player {
  t: number;
  playing: boolean;
  rate: number;
  skipStops: boolean;
  toggle: () => void;
  setRate: (rate: number) => void;
  setSkipStops: (skip: boolean) => void;
  seek: (t: number) => void;
}

interface Options {
  from: number;
  to: number;
  stops: ReadonlyArray<{ startTime: number; endTime: number }>;
}

/** The clock of the player: runs by animation frames, holds at the end, starts again from the beginning when played there. */
export function usePlayer({ from, to, stops }: Options): Player {
  const [t, setT] = useState(from);
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState<number>(16);
  const [skipStops, setSkipStops] = useState(true);
  const clock = useRef(from);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range starts at its beginning
  useEffect(() => {
    clock.current = from;
    setT(from);
    setPlaying(false);
  }, [from, to]);

  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let last = performance.now();
    let painted = 0;
    const step = (now: number): void => {
      clock.current = advanceClock(clock.current, now - last, rate * baseRate, to, skipStops ? stops : null);
      last = now;
      if (now - painted > 33 || clock.current >= to) {
        painted = now;
        setT(clock.current);
      }
      if (clock.current >= to) setPlaying(false);
      else frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [playing, rate, skipStops, stops, to]);

  const seek = useCallback(
    (wanted: number) => {
      // an alarm or a stop may begin before the range, or end after it
      const next = Math.min(Math.max(wanted, from), to);
      clock.current = next;
      setT(next);
    },
    [from, to],
  );
  const toggle = useCallback(() => {
    setPlaying((before) => {
      if (!before && clock.current >= to) clock.current = from;
      return !before;
    });
  }, [from, to]);
  return { t, playing, rate, skipStops, toggle, setRate, setSkipStops, seek };
}
