import { motionState } from '@tongda/contract/core/live';
import type { Crs } from '@tongda/geo/convert';
import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import { type ThemeMode, translucentColour } from '../../theme/palette';
import { toMap } from '../base/providers';
import { alarmColour, alarmText, type MapToken, mapColour, mapFont, mapShade, stateColour } from '../base/tokens';
import type { LayoutView } from '../overlay/vehicle-layout';
import type { MapAlarm, MapNote, MapStop, MapTrack, TrackCursor, TrackPiece } from './types';

type Pen = CanvasRenderingContext2D;
export type Pixel = readonly [x: number, y: number];

export interface TrackScene {
  tracks: readonly MapTrack[];
  stops: readonly MapStop[];
  alarms: readonly MapAlarm[];
  notes: readonly MapNote[];
  selectedStop: number | null;
  mode: ThemeMode;
  crs: Crs;
}

/** Width of the coloured line and of its case, px. */
const lineWidth = 4.5;
const caseWidth = 8;
export const stopRadius = 11;
/** The round head of an alarm's drop stands this far above its place. */
export const dropRise = 15;

/** WGS-84 → px of the view. */
export function makeProjector(view: LayoutView, crs: Crs): (lng: number, lat: number) => Pixel {
  const scale = tilePx * 2 ** view.zoom;
  return (lng, lat) => {
    const [x, y] = crs === 'wgs84' ? [lng, lat] : toMap(crs, lng, lat);
    return [(mercatorX(x) - view.x0) * scale, (mercatorY(y) - view.y0) * scale];
  };
}

/** Lines of all tracks, then what stands on them. */
export function paintTracks(pen: Pen, view: LayoutView, scene: TrackScene): void {
  const at = makeProjector(view, scene.crs);
  pen.lineJoin = 'round';
  for (const track of scene.tracks) {
    const paths = track.pieces.map((piece) => ({ piece, path: pathOf(piece, at) }));
    for (const { piece, path } of paths) if (piece.kind !== 'gap') strokeCase(pen, path, scene.mode);
    for (const { piece, path } of paths) strokePiece(pen, path, piece, scene.mode);
    let left = chevronEvery / 2;
    for (const { piece, path } of paths)
      if (piece.kind !== 'gap') left = drawChevrons(pen, path, view, left, scene.mode);
  }
  for (const alarm of scene.alarms) drawDrop(pen, at(alarm.lng, alarm.lat), alarm.char, scene.mode);
  for (const track of scene.tracks) drawEnds(pen, track, at, scene.mode);
  for (const stop of scene.stops) {
    drawDisc(
      pen,
      at(stop.lng, stop.lat),
      String(stop.no),
      stateColour(motionState.parked, scene.mode),
      scene.mode,
      stop.no === scene.selectedStop,
    );
  }
  for (const note of scene.notes) drawNote(pen, at(note.lng, note.lat), note, scene.mode);
}

/** Places closer than a pixel to the one before add nothing. */
function pathOf(piece: TrackPiece, at: (lng: number, lat: number) => Pixel): Pixel[] {
  const path: Pixel[] = [];
  let last: Pixel | undefined;
  piece.coordinates.forEach(([lng, lat], i) => {
    const point = at(lng, lat);
    const end = i === piece.coordinates.length - 1;
    if (last && !end && Math.abs(point[0] - last[0]) < 1 && Math.abs(point[1] - last[1]) < 1) return;
    path.push(point);
    last = point;
  });
  return path;
}

function tracePath(pen: Pen, path: readonly Pixel[]): void {
  pen.beginPath();
  path.forEach(([x, y], i) => {
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
}

function strokeCase(pen: Pen, path: readonly Pixel[], mode: ThemeMode): void {
  tracePath(pen, path);
  pen.lineCap = 'round';
  pen.lineWidth = caseWidth;
  pen.strokeStyle = mapColour('trackCase', mode);
  pen.stroke();
}

function strokePiece(pen: Pen, path: readonly Pixel[], piece: TrackPiece, mode: ThemeMode): void {
  tracePath(pen, path);
  if (piece.kind === 'gap') {
    pen.lineCap = 'round';
    pen.setLineDash([0.1, 8]);
    pen.lineWidth = 4;
    pen.strokeStyle = mapColour('gap', mode);
  } else {
    pen.lineCap = piece.kind === 'late' ? 'butt' : 'round';
    pen.setLineDash(piece.kind === 'late' ? [2 * lineWidth, 1.2 * lineWidth] : []);
    pen.lineWidth = lineWidth;
    pen.strokeStyle = piece.kind === 'late' ? mapColour('late', mode) : piece.colour;
  }
  pen.stroke();
  pen.setLineDash([]);
}

/** px between the arrows on a line. */
const chevronEvery = 90;

/**
 * Small white arrows along a line, so that its direction can be read without playing it. `first` is the way to the first
 * arrow; answers what is left of it at the end, for the next piece.
 */
function drawChevrons(pen: Pen, path: readonly Pixel[], view: LayoutView, first: number, mode: ThemeMode): number {
  let left = first;
  pen.lineCap = 'round';
  pen.lineWidth = 1.6;
  pen.strokeStyle = mapColour('sign', mode);
  for (let i = 1; i < path.length; i++) {
    const [ax, ay] = path[i - 1] ?? [0, 0];
    const [bx, by] = path[i] ?? [0, 0];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const dx = (bx - ax) / length;
    const dy = (by - ay) / length;
    for (; left < length; left += chevronEvery) {
      const x = ax + dx * left;
      const y = ay + dy * left;
      if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
      pen.beginPath();
      pen.moveTo(x - 2 * dx - 2.4 * dy, y - 2 * dy + 2.4 * dx);
      pen.lineTo(x + 1.4 * dx, y + 1.4 * dy);
      pen.lineTo(x - 2 * dx + 2.4 * dy, y - 2 * dy - 2.4 * dx);
      pen.stroke();
    }
    left -= length;
  }
  return left;
}

function drawEnds(pen: Pen, track: MapTrack, at: (lng: number, lat: number) => Pixel, mode: ThemeMode): void {
  const first = track.pieces[0]?.coordinates[0];
  const last = track.pieces.at(-1)?.coordinates.at(-1);
  if (last) drawDisc(pen, at(last[0], last[1]), '终', mapColour('endFlag', mode), mode, false);
  if (first) drawDisc(pen, at(first[0], first[1]), '起', stateColour(motionState.moving, mode), mode, false);
}

function drawDisc(pen: Pen, [x, y]: Pixel, text: string, fill: string, mode: ThemeMode, chosen: boolean): void {
  if (chosen) {
    traceCircle(pen, x, y, stopRadius + 4);
    pen.lineWidth = 2.5;
    pen.strokeStyle = fill;
    pen.stroke();
  }
  traceCircle(pen, x, y, stopRadius);
  pen.fillStyle = fill;
  pen.shadowColor = mapShade(mode, 0.3);
  pen.shadowBlur = 4;
  pen.shadowOffsetY = 1;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = 2;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  pen.fillStyle = text === '终' ? mapColour('onTag', mode) : mapColour('sign', mode);
  fillCentred(pen, text, x, y, `600 ${text.length > 2 ? 10 : 12}px ${mapFont}`);
}

/** A drop whose tip is the place; its head carries one character. */
function drawDrop(pen: Pen, [x, y]: Pixel, char: string, mode: ThemeMode): void {
  const cy = y - dropRise;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.bezierCurveTo(x - 3, y - 5, x - 10, y - 9, x - 10, cy);
  pen.arc(x, cy, 10, Math.PI, 0);
  pen.bezierCurveTo(x + 10, y - 9, x + 3, y - 5, x, y);
  pen.closePath();
  pen.fillStyle = alarmColour(mode);
  pen.fill();
  pen.lineWidth = 1.6;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  pen.fillStyle = mapColour('sign', mode);
  fillCentred(pen, char, x, cy, `600 11px ${mapFont}`);
}

function drawNote(pen: Pen, [x, y]: Pixel, note: MapNote, mode: ThemeMode): void {
  pen.font = `${note.tone === 'alarm' ? 600 : 400} 12px ${mapFont}`;
  const width = pen.measureText(note.text).width + 14;
  drawTagBox(pen, x - width / 2, y + 14, width, 'panel', mode);
  pen.fillStyle = note.tone === 'alarm' ? alarmText(mode) : mapColour('symbolInk', mode);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(note.text, x, y + 25.5);
}

/** Disc with an arrow, and the time beside it. */
export function paintCursor(pen: Pen, [x, y]: Pixel, cursor: TrackCursor, view: LayoutView, mode: ThemeMode): void {
  traceCircle(pen, x, y, 19);
  pen.fillStyle = mapColour('primary', mode);
  pen.globalAlpha = 0.2;
  pen.fill();
  pen.globalAlpha = 1;
  traceCircle(pen, x, y, 13);
  pen.fillStyle = mapColour('symbolEdge', mode);
  pen.shadowColor = mapShade(mode, 0.35);
  pen.shadowBlur = 5;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.save();
  pen.translate(x, y);
  pen.rotate((cursor.headingDeg * Math.PI) / 180);
  pen.beginPath();
  pen.moveTo(0, -8.5);
  pen.lineTo(6.5, 7);
  pen.lineTo(0, 3.6);
  pen.lineTo(-6.5, 7);
  pen.closePath();
  pen.fillStyle = mapColour('primary', mode);
  pen.fill();
  pen.restore();
  cursorTag(pen, x, y, cursor, view, mode);
}

function cursorTag(pen: Pen, x: number, y: number, cursor: TrackCursor, view: LayoutView, mode: ThemeMode): void {
  const plain = `400 12px ${mapFont}`;
  const bold = `600 12px ${mapFont}`;
  pen.font = plain;
  const first = pen.measureText(cursor.text).width;
  pen.font = bold;
  const second = cursor.strong ? pen.measureText(cursor.strong).width + 8 : 0;
  const width = first + second + 16;
  const left = x + 22 + width > view.width ? x - 22 - width : x + 22;
  drawTagBox(pen, left, y - 11, width, 'tag', mode);
  pen.fillStyle = mapColour('onTag', mode);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.font = plain;
  pen.fillText(cursor.text, left + 8, y + 0.5);
  if (!cursor.strong) return;
  pen.font = bold;
  pen.fillText(cursor.strong, left + 16 + first, y + 0.5);
}

function traceCircle(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/** A tag 22 px high with the shadow of a panel. */
function drawTagBox(pen: Pen, x: number, y: number, width: number, token: MapToken, mode: ThemeMode): void {
  pen.beginPath();
  pen.roundRect(x, y, width, 22, 3);
  pen.fillStyle = mapColour(token, mode);
  pen.shadowColor = mapShade(mode, 0.22);
  pen.shadowBlur = 5;
  pen.shadowOffsetY = 1;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = 1;
  pen.strokeStyle = translucentColour(mapColour('tagEdge', mode), 0.35);
  pen.stroke();
}

function fillCentred(pen: Pen, text: string, x: number, y: number, font: string): void {
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, x, y + 0.8);
}
