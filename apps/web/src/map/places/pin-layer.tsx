import { motionState } from '@tongda/contract/core/live';
import type { LngLat } from '@tongda/geo/types';
import { useEffect, useMemo, useRef } from 'react';
import type { ThemeMode } from '../../theme/palette';
import { alarmColour, mapColour, mapFont, stateColour } from '../base/tokens';
import { OverlayCanvas } from '../overlay/canvas';
import { coveredOf } from '../overlay/covered';
import { placeLabels } from '../overlay/label-layout';
import { makeProjector } from '../track/painter';
import { useMapKit } from '../view/context';
import { stackPins } from './pin-stack';

export interface Pin {
  lng: number;
  lat: number;
  /** number of a stop, or nothing for a plain pin */
  text?: string;
  label?: string;
  colour?: string;
  selected?: boolean;
}

/** A way over a map: as planned, as driven, or driven off the plan. */
export interface PinWay {
  path: readonly LngLat[];
  as: 'plan' | 'driven' | 'off';
  /** only an estimate of where it goes */
  dashed?: boolean;
  /** of parts that are told apart by colour, in place of that of `as` */
  colour?: string;
}
const wayColour = {
  plan: (mode: ThemeMode) => mapColour('primary', mode),
  driven: (mode: ThemeMode) => stateColour(motionState.moving, mode),
  off: alarmColour,
};

interface PinLayerProps {
  pins: readonly Pin[];
  /** the planned way alone */
  path?: readonly LngLat[];
  /** several ways, the last on top */
  ways?: readonly PinWay[];
}

/** Pins over a map, with the ways between them: what was searched, stops of a route, a plan beside its drive. */
export function PinLayer({ pins, path, ways }: PinLayerProps) {
  const { map, crs, mode } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const drawn = useMemo(() => ways ?? (path ? [{ path, as: 'plan' as const }] : []), [ways, path]);
  const latest = useRef({ pins, drawn, mode });
  latest.current = { pins, drawn, mode };
  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const at = makeProjector(view, crs);
      const { pins: stops, drawn: lines, mode: theme } = latest.current;
      // what was planned shows at both sides of what was driven over it
      for (const way of lines) paintWay(pen, way, at, theme, lines.length > 1 && way.as === 'plan' ? 8 : 3);
      const spots = stops.map((pin) => at(pin.lng, pin.lat));
      const heads = stackPins(stops, spots).flatMap(({ top, text }) => {
        const pin = stops[top];
        const spot = spots[top];
        if (!pin || !spot) return [];
        const half = paintPin(pen, spot, { ...pin, text }, theme);
        const r = radiusOf(pin);
        return [{ x: spot[0] - half, y: spot[1] - 2 * r - 3, width: 2 * half, height: 2 * r + 3 }];
      });
      // words above all pins, each where no head and no other word is
      pen.font = `12px ${mapFont}`;
      const wishes = stops.flatMap((pin, key) => {
        const [x, y] = spots[key] ?? [0, 0];
        const r = radiusOf(pin);
        const width = pin.label ? pen.measureText(pin.label).width : 0;
        const must = pin.selected ?? false;
        const head = heads.find((one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height);
        const gap = Math.max(r, (head?.width ?? 0) / 2) + 5;
        return width === 0 ? [] : [{ key, x, y: y - r - 3, width, height: labelHeightPx, gap, must }];
      });
      wishes.sort((a, b) => Number(b.must) - Number(a.must));
      const taken = [...coveredOf(map), ...heads];
      for (const { key, x, y, height } of placeLabels(wishes, taken, undefined, undefined, view))
        paintLabel(pen, stops[key]?.label ?? '', x, y + height / 2, theme);
    });
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, crs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [pins, drawn, mode]);
  return <canvas ref={canvas} className="map-view-canvas" data-map-overlay="pins" data-pins={pins.length} />;
}

function paintWay(
  pen: CanvasRenderingContext2D,
  { path, as, dashed = false, colour: own }: PinWay,
  at: (lng: number, lat: number) => readonly [number, number],
  mode: ThemeMode,
  core: number,
): void {
  if (path.length < 2) return;
  pen.save();
  pen.beginPath();
  path.forEach(([lng, lat], i) => {
    const [x, y] = at(lng, lat);
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  pen.lineJoin = 'round';
  for (const [width, colour] of [
    [core + 3, mapColour('trackCase', mode)],
    [core, own ?? wayColour[as](mode)],
  ] as const) {
    pen.setLineDash(dashed && width === core ? [8, 6] : []);
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.stroke();
  }
  pen.restore();
}

/** A drop with its tip on the place, as wide as its number; answers half its width, px. */
export function paintPin(
  pen: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  pin: Pin,
  mode: 'light' | 'dark',
): number {
  const colour = pin.colour ?? mapColour('primary', mode);
  const r = radiusOf(pin);
  const top = y - 2 * r - 3;
  pen.save();
  pen.font = `600 12px ${mapFont}`;
  // how far the middle of each round end is from the tip
  const side = pin.text ? Math.max(0, pen.measureText(pin.text).width / 2 + 5 - r) : 0;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.quadraticCurveTo(x - side - r * 0.9, top + r * 1.7, x - side - r, top + r);
  pen.arc(x - side, top + r, r, Math.PI, 1.5 * Math.PI);
  pen.arc(x + side, top + r, r, 1.5 * Math.PI, 0);
  pen.quadraticCurveTo(x + side + r * 0.9, top + r * 1.7, x, y);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  pen.fillStyle = mapColour('onPrimary', mode);
  if (pin.text) pen.fillText(pin.text, x, top + r + 0.5);
  else {
    pen.beginPath();
    pen.arc(x, top + r, 3.5, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.restore();
  return side + r;
}

export const labelHeightPx = 16;
export const radiusOf = ({ selected }: Pin): number => (selected ? 13 : 11);

export function paintLabel(
  pen: CanvasRenderingContext2D,
  label: string,
  left: number,
  middle: number,
  mode: 'light' | 'dark',
): void {
  pen.save();
  pen.font = `12px ${mapFont}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 3.5;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.strokeText(label, left, middle);
  pen.fillStyle = mapColour('symbolInk', mode);
  pen.fillText(label, left, middle);
  pen.restore();
}
