import { type MotionState, motionState } from '@tongda/contract/core/live';
import { useEffect, useRef } from 'react';
import { useThemeMode } from '../base/theme-mode';
import { drawAlarmRing, drawSymbol } from './vehicle-symbols';

interface Props {
  state: MotionState;
  headingDeg?: number;
  alarm?: boolean;
  /** px; the symbol of the map measures 28 with its ring */
  size?: number;
}

const box = 28;

/** The map's own symbol in a list or legend: drawn by the same function, so that it never differs. */
export function StateSymbol({ state, headingDeg = 45, alarm = false, size = 20 }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const mode = useThemeMode();
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen) return;
    const density = window.devicePixelRatio || 1;
    canvas.current.width = size * density;
    canvas.current.height = size * density;
    pen.setTransform((size / box) * density, 0, 0, (size / box) * density, (size * density) / 2, (size * density) / 2);
    if (alarm) drawAlarmRing(pen, mode);
    drawSymbol(pen, state, headingDeg, mode);
  }, [state, headingDeg, alarm, size, mode]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`${motionState.label(state)}${alarm ? '，报警' : ''}`}
      style={{ width: size, height: size, flex: 'none' }}
    />
  );
}
