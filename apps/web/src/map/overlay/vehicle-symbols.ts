import { type MotionState, motionState } from '@tongda/contract/core/live';
import type { ThemeMode } from '../../theme/palette';
import { alarmColour, mapColour, mapFont, mapShade, stateColour } from '../base/tokens';
import type { Bubble } from './vehicle-layout';
import { shareOrder } from './vehicle-store';

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Radius of the ring of an alarm and of a selection, px. */
export const alarmRing = 12.5;
export const selectedRing = 15;
export const selectedHalo = 21;

/** Draws the symbol of a state around the origin. Every state has a shape of its own: colour is never the only sign. */
export function drawSymbol(pen: Pen, state: MotionState, headingDeg: number, mode: ThemeMode): void {
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  const ink = { fill: stateColour(state, mode), edge: mapColour('symbolEdge', mode), sign: mapColour('sign', mode) };
  shapes[state](pen, ink, headingDeg);
}

/** Colours of a symbol: its body, the line around it, letters and bars inside. */
interface SymbolInk {
  fill: string;
  edge: string;
  sign: string;
}
type Shape = (pen: Pen, ink: SymbolInk, headingDeg: number) => void;

const shapes: Record<MotionState, Shape> = {
  [motionState.moving]: drawArrow,
  [motionState.idle]: drawBars,
  [motionState.parked]: drawParked,
  [motionState.notLocated]: drawLost,
  [motionState.offline]: drawMinus,
  [motionState.never]: drawMinus,
};

function drawBars(pen: Pen, { fill, edge, sign }: SymbolInk): void {
  pen.beginPath();
  pen.roundRect(-7, -7, 14, 14, 3);
  paintOutlined(pen, fill, edge);
  pen.fillStyle = sign;
  pen.fillRect(-3.2, -3.5, 2.2, 7);
  pen.fillRect(1, -3.5, 2.2, 7);
}

function drawParked(pen: Pen, { fill, edge, sign }: SymbolInk): void {
  traceDisc(pen, 7.2);
  paintOutlined(pen, fill, edge);
  pen.fillStyle = sign;
  pen.font = `700 10px ${mapFont}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.fillText('P', 0.2, 3.6);
}

function drawMinus(pen: Pen, { fill, edge, sign }: SymbolInk): void {
  traceDisc(pen, 6.6);
  paintOutlined(pen, fill, edge);
  pen.fillStyle = sign;
  pen.fillRect(-3.4, -0.9, 6.8, 1.8);
}

function drawArrow(pen: Pen, { fill, edge }: SymbolInk, headingDeg: number): void {
  pen.save();
  pen.rotate((headingDeg * Math.PI) / 180);
  pen.beginPath();
  pen.moveTo(0, -9);
  pen.lineTo(7, 8);
  pen.lineTo(0, 4.4);
  pen.lineTo(-7, 8);
  pen.closePath();
  paintOutlined(pen, fill, edge);
  pen.restore();
}

function drawLost(pen: Pen, { fill, edge }: SymbolInk): void {
  traceDisc(pen, 6.2);
  pen.strokeStyle = edge;
  pen.lineWidth = 5;
  pen.stroke();
  pen.fillStyle = edge;
  pen.fill();
  pen.strokeStyle = fill;
  pen.lineWidth = 2.2;
  pen.lineCap = 'butt';
  pen.setLineDash([3, 1.87]);
  pen.stroke();
  pen.setLineDash([]);
  traceDisc(pen, 2.2);
  pen.fillStyle = fill;
  pen.fill();
}

function traceDisc(pen: Pen, radius: number): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
}

/** Half of the 3 px outline lies under the fill. */
function paintOutlined(pen: Pen, fill: string, edge: string): void {
  pen.strokeStyle = edge;
  pen.lineWidth = 3;
  pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
}

/** Ring of an alarm around the origin. */
export function drawAlarmRing(pen: Pen, mode: ThemeMode): void {
  traceDisc(pen, alarmRing);
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.lineWidth = 4.5;
  pen.stroke();
  pen.strokeStyle = alarmColour(mode);
  pen.lineWidth = 2;
  pen.stroke();
}

/** Ring and halo of the selected vehicle around the origin. */
export function drawSelection(pen: Pen, mode: ThemeMode): void {
  const colour = mapColour('primary', mode);
  traceDisc(pen, selectedHalo);
  pen.globalAlpha = 0.2;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
  traceDisc(pen, selectedRing);
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.stroke();
}

/** Disc with the count and a ring of state shares, alarms first, clockwise from the top. */
export function drawBubble(pen: Pen, bubble: Bubble, mode: ThemeMode): void {
  const { x, y, radius, count, shares } = bubble;
  const ring = 3.5;
  pen.save();
  pen.translate(x, y);
  traceDisc(pen, radius + 1.5);
  pen.fillStyle = mapColour('symbolEdge', mode);
  pen.shadowColor = mapShade(mode, 0.28);
  pen.shadowBlur = 5;
  pen.shadowOffsetY = 1;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = ring;
  pen.lineCap = 'butt';
  const parts = shares.filter((share) => share > 0).length;
  const cut = parts > 1 ? 0.06 : 0;
  let from = -Math.PI / 2;
  shares.forEach((share, i) => {
    if (share === 0) return;
    const to = from + (share / count) * 2 * Math.PI;
    const kind = shareOrder[i];
    if (kind === undefined) return;
    pen.beginPath();
    // a single alarm among hundreds must stay visible
    pen.arc(0, 0, radius - ring / 2, from + cut / 2, Math.max(to - cut / 2, from + cut / 2 + 0.12));
    pen.strokeStyle = kind === 'alarm' ? alarmColour(mode) : stateColour(kind, mode);
    pen.stroke();
    from = to;
  });
  pen.fillStyle = mapColour('symbolInk', mode);
  pen.font = `600 ${count < 1000 ? 12 : 11}px ${mapFont}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(countText(count), 0, 0.8);
  pen.restore();
}

/** 9,999 in figures, more in 万 with one decimal. */
export function countText(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000) / 10}万`;
}
