import { useEffect, useRef } from 'react';
import { useMapKit } from '../map-context';
import { mapColour, mapFont } from '../map-tokens';
import { OverlayCanvas } from '../overlay-canvas';
import { projector } from '../track-painter';

export interface Pin {
  lng: number;
  lat: number;
  /** number of a stop, or nothing for a plain pin */
  text?: string;
  label?: string;
  colour?: string;
  selected?: boolean;
}

/** Pins over a map, with a path between them when `path` is given: what was searched, stops of a route. */
export function PinLayer({ pins, path }: { pins: readonly Pin[]; path?: ReadonlyArray<readonly [number, number]> }) {
  const { map, crs, mode } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const latest = useRef({ pins, path, mode });
  latest.current = { pins, path, mode };
  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const at = projector(view, crs);
      const { pins: stops, path: way, mode: theme } = latest.current;
      if (way && way.length > 1) {
        pen.beginPath();
        way.forEach(([lng, lat], i) => {
          const [x, y] = at(lng, lat);
          if (i === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        });
        pen.lineJoin = 'round';
        for (const [width, colour] of [
          [6, mapColour('trackCase', theme)],
          [3, mapColour('primary', theme)],
        ] as const) {
          pen.lineWidth = width;
          pen.strokeStyle = colour;
          pen.stroke();
        }
      }
      for (const pin of stops) paintPin(pen, at(pin.lng, pin.lat), pin, theme);
    });
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, crs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [pins, path, mode]);
  return <canvas ref={canvas} className="td-map-canvas" data-map-overlay="pins" data-pins={pins.length} />;
}

/** A drop with its tip on the place. */
function paintPin(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], pin: Pin, mode: 'light' | 'dark') {
  const colour = pin.colour ?? mapColour('primary', mode);
  const r = pin.selected ? 13 : 11;
  const top = y - 2 * r - 3;
  pen.save();
  pen.beginPath();
  pen.moveTo(x, y);
  pen.quadraticCurveTo(x - r * 0.9, top + r * 1.7, x - r, top + r);
  pen.arc(x, top + r, r, Math.PI, 0);
  pen.quadraticCurveTo(x + r * 0.9, top + r * 1.7, x, y);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  pen.font = `600 12px ${mapFont}`;
  pen.fillStyle = mapColour('onPrimary', mode);
  if (pin.text) pen.fillText(pin.text, x, top + r + 0.5);
  else {
    pen.beginPath();
    pen.arc(x, top + r, 3.5, 0, 2 * Math.PI);
    pen.fill();
  }
  if (pin.label) {
    pen.font = `12px ${mapFont}`;
    pen.textAlign = 'left';
    pen.lineJoin = 'round';
    pen.lineWidth = 3.5;
    pen.strokeText(pin.label, x + r + 5, top + r);
    pen.fillStyle = mapColour('symbolInk', mode);
    pen.fillText(pin.label, x + r + 5, top + r);
  }
  pen.restore();
}
