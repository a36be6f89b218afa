import { motionState } from '@tongda/contract/core/live';
import type { LngLat } from '@tongda/geo/types';
import { alarmText, mapColour, stateColour } from '../base/tokens';
import { type Frame, type LabelSide, type LabelWish, type PlacedLabel, placeLabels, type Rect } from './label-layout';
import { labelHeight, type Sprite, type SpriteCache } from './sprite-cache';
import { type Layout, type PlacedSymbol, symbolRadius } from './vehicle-layout';
import type { MapVehicle, VehicleStore } from './vehicle-store';
import { alarmRing, drawBubble, drawSelection, selectedRing } from './vehicle-symbols';

/** Everything one frame needs. */
export interface Scene {
  store: VehicleStore;
  layout: Layout;
  /** row of the selected vehicle, -1 without */
  selected: number;
  /** panels over the map, px */
  panels: readonly Rect[];
  /** driven path of the selected vehicle and its route ahead, already in px */
  trail: readonly LngLat[];
  ahead: readonly LngLat[];
  /** place names that labels should not cover, px */
  names: readonly Rect[];
  frame: Frame;
}

/** Labels as drawn, for hit tests and for keeping their side in the next frame. */
export interface Painted {
  labels: PlacedLabel[];
}

/** Draws a frame and tells where the labels went. */
export function paintScene(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  sprites: SpriteCache,
  sidesBefore: ReadonlyMap<string, LabelSide>,
): Painted {
  const { store, layout, selected } = scene;
  drawPaths(pen, scene, sprites);
  const order = byImportance(store, layout.symbols, selected);
  const labels = placeLabels(
    wishesOf(order, scene, sprites),
    obstaclesOf(scene, sprites),
    keyedSides(order, store, sidesBefore),
    scene.names,
    scene.frame,
    scene.panels,
  );
  for (const bubble of layout.bubbles) drawBubble(pen, bubble, sprites.mode);
  // the most important symbol lies on top
  for (let k = order.length - 1; k >= 0; k--) {
    const symbol = order[k];
    const vehicle = symbol && store.vehicles[symbol.index];
    if (symbol && vehicle) drawVehicle(pen, symbol, vehicle, symbol.index === selected, sprites);
  }
  for (const label of labels) {
    const vehicle = store.vehicles[label.key];
    if (vehicle) drawLabel(pen, label, vehicle, label.key === selected, sprites);
  }
  return { labels };
}

/** selected, alarms, moving, the rest. */
function byImportance(store: VehicleStore, symbols: readonly PlacedSymbol[], selected: number): PlacedSymbol[] {
  const rank = ({ index }: PlacedSymbol): number => {
    if (index === selected) return 0;
    const share = store.share[index] ?? 9;
    return share + 1;
  };
  return [...symbols].sort((a, b) => rank(a) - rank(b));
}

const textOf = (vehicle: MapVehicle, full: boolean): string =>
  full && vehicle.subLabel ? `${vehicle.label}  ${vehicle.subLabel}` : vehicle.label;

function wishesOf(order: readonly PlacedSymbol[], scene: Scene, sprites: SpriteCache): LabelWish[] {
  const { store, selected } = scene;
  const wishes: LabelWish[] = [];
  for (const { index, x, y } of order) {
    const vehicle = store.vehicles[index];
    if (!vehicle || vehicle.label === '') continue;
    const chosen = index === selected;
    const full = chosen || vehicle.alarm;
    const ring = chosen ? selectedRing + 3 : vehicle.alarm ? alarmRing + 2 : symbolRadius;
    wishes.push({
      key: index,
      x,
      y,
      width: sprites.labelWidth(textOf(vehicle, full), full) + (chosen ? 12 : 4),
      height: (chosen ? labelHeight + 4 : labelHeight - 2) * sprites.scale,
      gap: ring * sprites.scale + 1,
      must: full,
    });
  }
  return wishes;
}

function obstaclesOf({ layout, panels, store }: Scene, sprites: SpriteCache): Rect[] {
  const around = (x: number, y: number, r: number): Rect => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  const symbols = layout.symbols.map(({ index, x, y }) =>
    around(x, y, (store.vehicles[index]?.alarm ? alarmRing : symbolRadius - 2) * sprites.scale),
  );
  return [...panels, ...symbols, ...layout.bubbles.map((b) => around(b.x, b.y, b.radius + 1))];
}

function keyedSides(
  order: readonly PlacedSymbol[],
  store: VehicleStore,
  before: ReadonlyMap<string, LabelSide>,
): Map<number, LabelSide> {
  const sides = new Map<number, LabelSide>();
  if (before.size === 0) return sides;
  for (const { index } of order) {
    const side = before.get(store.vehicles[index]?.id ?? '');
    if (side !== undefined) sides.set(index, side);
  }
  return sides;
}

function drawVehicle(
  pen: CanvasRenderingContext2D,
  { x, y }: PlacedSymbol,
  vehicle: MapVehicle,
  selected: boolean,
  sprites: SpriteCache,
): void {
  if (selected) {
    pen.save();
    pen.translate(x, y);
    pen.scale(sprites.scale, sprites.scale);
    drawSelection(pen, sprites.mode);
    pen.restore();
  }
  const sprite = sprites.symbol(vehicle.state, vehicle.headingDeg, vehicle.alarm);
  drawSprite(pen, sprite, x, y, sprites.density);
}

/** On whole pixels of the device: anywhere else a picture of text is blurred. */
function drawSprite(pen: CanvasRenderingContext2D, sprite: Sprite, x: number, y: number, density: number): void {
  const left = Math.round((x - sprite.width / 2) * density) / density;
  const top = Math.round((y - sprite.height / 2) * density) / density;
  pen.drawImage(sprite.image, left, top, sprite.width, sprite.height);
}

function drawLabel(
  pen: CanvasRenderingContext2D,
  label: PlacedLabel,
  vehicle: MapVehicle,
  selected: boolean,
  sprites: SpriteCache,
): void {
  const { mode } = sprites;
  if (selected) {
    pen.fillStyle = mapColour('primary', mode);
    pen.beginPath();
    pen.roundRect(label.x, label.y, label.width, label.height, 3);
    pen.fill();
    pen.font = sprites.labelFont(true);
    pen.fillStyle = mapColour('onPrimary', mode);
    pen.textBaseline = 'middle';
    pen.textAlign = 'left';
    pen.fillText(textOf(vehicle, true), label.x + 6, label.y + label.height / 2 + 0.5);
    return;
  }
  const away = vehicle.state === motionState.offline || vehicle.state === motionState.never;
  const colour = vehicle.alarm ? alarmText(mode) : mapColour(away ? 'late' : 'symbolInk', mode);
  const sprite = sprites.label(textOf(vehicle, vehicle.alarm), colour, vehicle.alarm);
  drawSprite(pen, sprite, label.x + label.width / 2, label.y + label.height / 2, sprites.density);
}

function drawPaths(pen: CanvasRenderingContext2D, { trail, ahead }: Scene, { mode }: SpriteCache): void {
  pen.save();
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  if (ahead.length > 1) {
    tracePath(pen, ahead);
    pen.setLineDash([7, 5]);
    pen.lineWidth = 2.2;
    pen.strokeStyle = mapColour('primary', mode);
    pen.stroke();
    pen.setLineDash([]);
  }
  if (trail.length > 1) {
    tracePath(pen, trail);
    pen.lineWidth = 7;
    pen.strokeStyle = mapColour('symbolEdge', mode);
    pen.stroke();
    pen.lineWidth = 4;
    pen.strokeStyle = stateColour(motionState.moving, mode);
    pen.stroke();
  }
  pen.restore();
}

function tracePath(pen: CanvasRenderingContext2D, path: readonly LngLat[]): void {
  pen.beginPath();
  path.forEach(([x, y], i) => {
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
}
