import type { WireShape } from '@tongda/contract/ground/place/shape';
import { metresPerPixel } from '@tongda/geo/mercator';
import { rectRing } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import type { ThemeMode } from '../../theme/palette';
import { alarmColour, mapColour } from '../base/tokens';
import type { LayoutView } from '../overlay/vehicle-layout';
import type { Pixel } from '../track/painter';
import type { Handle } from './model';

type Pen = CanvasRenderingContext2D;
export type Project = (lng: number, lat: number) => Pixel;

export interface GroundStyle {
  colour: string;
  /** of the ground, 0-1 */
  fill: number;
  width: number;
  dash?: number[];
}

/** Paints one ground: a circle as a circle, a line as its corridor with the line in it. */
export function paintGround(pen: Pen, view: LayoutView, at: Project, shape: WireShape, style: GroundStyle): void {
  pen.save();
  pen.strokeStyle = style.colour;
  pen.fillStyle = style.colour;
  pen.lineWidth = style.width;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  pen.setLineDash(style.dash ?? []);
  if (shape.kind === 'line') paintCorridor(pen, view, at, shape, style);
  else {
    pen.beginPath();
    traceShape(pen, view, at, shape);
    pen.globalAlpha = style.fill;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
    pen.stroke();
  }
  pen.restore();
}

/** A stretch that has to be drawn: red over the line in its own colour. */
export function paintWarned(pen: Pen, at: Project, way: readonly LngLat[], mode: ThemeMode): void {
  pen.save();
  pen.beginPath();
  way.forEach(([lng, lat], i) => {
    const [x, y] = at(lng, lat);
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  pen.lineCap = 'butt';
  for (const [width, colour, dash] of [
    [5, mapColour('trackCase', mode), []],
    [3.5, alarmColour(mode), [9, 5]],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.setLineDash([...dash]);
    pen.stroke();
  }
  pen.restore();
}

function traceShape(pen: Pen, view: LayoutView, at: Project, shape: Exclude<WireShape, { kind: 'line' }>): void {
  switch (shape.kind) {
    case 'circle': {
      const [x, y] = at(shape.lng, shape.lat);
      pen.arc(x, y, shape.radiusM / metresPerPixel(shape.lat, view.zoom), 0, 2 * Math.PI);
      break;
    }
    case 'rect':
      traceRing(pen, at, rectRing([shape.west, shape.south, shape.east, shape.north]));
      break;
    case 'polygon':
      traceRing(pen, at, shape.points);
      break;
    case 'district':
      for (const part of shape.parts) for (const line of part) traceRing(pen, at, line);
  }
}

function traceRing(pen: Pen, at: Project, points: readonly LngLat[]): void {
  tracePath(pen, at, points);
  pen.closePath();
}

function tracePath(pen: Pen, at: Project, points: readonly LngLat[]): void {
  points.forEach(([lng, lat], i) => {
    const [x, y] = at(lng, lat);
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
}

function paintCorridor(
  pen: Pen,
  view: LayoutView,
  at: Project,
  shape: WireShape & { kind: 'line' },
  style: GroundStyle,
): void {
  const [first] = shape.points;
  if (!first) return;
  pen.beginPath();
  tracePath(pen, at, shape.points);
  const width = (2 * shape.halfWidthM) / metresPerPixel(first[1], view.zoom);
  if (width > style.width + 2) {
    pen.save();
    pen.setLineDash([]);
    pen.globalAlpha = style.fill;
    pen.lineWidth = width;
    pen.stroke();
    pen.restore();
  }
  pen.stroke();
}

/** Dots to take hold of: solid for what is there, small and hollow for what a drag would make. */
export function paintHandles(
  pen: Pen,
  at: Project,
  handles: readonly Handle[],
  chosen: Handle | null,
  mode: ThemeMode,
): void {
  const colour = mapColour('primary', mode);
  const edge = mapColour('symbolEdge', mode);
  pen.save();
  pen.lineWidth = 2;
  for (const handle of handles) {
    const [x, y] = at(handle.at[0], handle.at[1]);
    const isChosen = isSameHandle(handle, chosen);
    pen.beginPath();
    pen.arc(x, y, handle.role === 'middle' ? 3.5 : isChosen ? 7 : 5.5, 0, 2 * Math.PI);
    pen.fillStyle = isChosen ? colour : edge;
    pen.strokeStyle = colour;
    pen.globalAlpha = handle.role === 'middle' ? 0.75 : 1;
    pen.fill();
    pen.stroke();
  }
  pen.restore();
}

export const isSameHandle = (a: Handle, b: Handle | null): boolean =>
  b !== null && a.role === b.role && ('index' in a ? a.index : -1) === ('index' in b ? b.index : -1);
