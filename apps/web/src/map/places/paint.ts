import type { PlaceOnMap } from '@tongda/contract/ground/place/calls';
import { metresPerPixel } from '@tongda/geo/mercator';
import { inShape, shapeAreaM2, shapeBbox } from '@tongda/geo/shape';
import type { Bbox } from '@tongda/geo/types';
import type { ThemeMode } from '../../theme/palette';
import { mapColour, mapFont } from '../base/tokens';
import { groundOf } from '../base/wire-shape';
import { type GroundStyle, type Project, paintGround } from '../draw/paint';
import type { LayoutView } from '../overlay/vehicle-layout';

type Pen = CanvasRenderingContext2D;

/** A place with what painting asks again and again. */
export interface PaintedPlace {
  place: PlaceOnMap;
  box: Bbox;
  areaM2: number;
}

/** Large grounds first: a site within an area lies over it and is hit before it. */
export function preparePlaces(places: readonly PlaceOnMap[]): PaintedPlace[] {
  return places
    .flatMap((place): PaintedPlace[] => {
      const ground = groundOf(place.shape);
      const box = shapeBbox(ground);
      return box ? [{ place, box, areaM2: shapeAreaM2(ground) }] : [];
    })
    .sort((a, b) => b.areaM2 - a.areaM2);
}

/** A ground smaller than this on the screen is a mark instead. */
const markBelowPx = 14;
const markPx = 5;
/** The mark of a place with an icon has room for its character. */
const iconPx = 9;
const markOf = ({ icon }: Pick<PlaceOnMap, 'icon'>): number => (icon ? iconPx : markPx);
/** Names of marks come when so much is seen: before, they would only cover each other. */
const namesFromZoom = 8.2;
/** Electronic lines and areas are named farther out than sites. */
const namesFromZoomWide = 6;

export interface PlaceScene {
  places: readonly PaintedPlace[];
  selectedId: string | null;
  /** a place that something else paints (it is being edited) */
  hiddenId: string | null;
  mode: ThemeMode;
  names: boolean;
}

const inView = (box: Bbox, seen: Bbox): boolean =>
  box[0] < seen[2] && box[2] > seen[0] && box[1] < seen[3] && box[3] > seen[1];

/** Width of the ground's box on the screen, px. */
const sizePx = ({ box, place }: PaintedPlace, zoom: number): number =>
  ((box[3] - box[1]) * 111_195) / metresPerPixel(place.lat, zoom);

export function paintPlaces(pen: Pen, view: LayoutView, at: Project, seen: Bbox, scene: PlaceScene): void {
  const visible = scene.places.filter(({ box, place }) => place.id !== scene.hiddenId && inView(box, seen));
  for (const painted of visible) {
    const { place } = painted;
    const isSelected = place.id === scene.selectedId;
    const style: GroundStyle = {
      colour: place.color,
      fill: (scene.mode === 'dark' ? 0.2 : 0.12) + (isSelected ? 0.1 : 0),
      width: isSelected ? 2.5 : 1.4,
    };
    if (place.shape.kind === 'line' || sizePx(painted, view.zoom) >= markBelowPx)
      paintGround(
        pen,
        view,
        at,
        place.shape,
        place.kind === 'line' ? { ...style, width: isSelected ? 3.5 : 2.5 } : style,
      );
    else paintMark(pen, at(place.lng, place.lat), place, isSelected, scene.mode);
  }
  // the icon of a ground that is seen stands in its middle
  for (const painted of visible) {
    const { place } = painted;
    if (place.icon && place.kind !== 'line' && sizePx(painted, view.zoom) >= markBelowPx)
      paintMark(pen, at(place.lng, place.lat), place, place.id === scene.selectedId, scene.mode);
  }
  if (scene.names) paintNames(pen, view, at, visible, scene);
}

function paintMark(
  pen: Pen,
  [x, y]: readonly [number, number],
  place: Pick<PlaceOnMap, 'color' | 'icon'>,
  isSelected: boolean,
  mode: ThemeMode,
): void {
  const half = markOf(place) + (isSelected ? 2 : 0);
  pen.beginPath();
  pen.roundRect(x - half, y - half, 2 * half, 2 * half, 2.5);
  pen.fillStyle = place.color;
  pen.fill();
  pen.lineWidth = 1.8;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  if (!place.icon) return;
  pen.save();
  pen.font = `600 12px ${mapFont}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  // the colours of places are dark enough for white in both themes
  pen.fillStyle = mapColour('sign', mode);
  pen.fillText(place.icon, x, y + 0.5);
  pen.restore();
}

/** Names beside marks and in the middle of grounds; the selected one first, one that would cover another is left out. */
function paintNames(pen: Pen, view: LayoutView, at: Project, places: readonly PaintedPlace[], scene: PlaceScene): void {
  pen.font = `12px ${mapFont}`;
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 3.5;
  pen.strokeStyle = mapColour('symbolEdge', scene.mode);
  const taken: Array<readonly [x1: number, y1: number, x2: number, y2: number]> = [];
  const order = [...places].sort(
    (a, b) => Number(b.place.id === scene.selectedId) - Number(a.place.id === scene.selectedId),
  );
  for (const { place, ...rest } of order) {
    const wide = place.kind !== 'site';
    const isSelected = place.id === scene.selectedId;
    if (!isSelected && view.zoom < (wide ? namesFromZoomWide : namesFromZoom)) continue;
    const text = place.insideCount > 0 ? `${place.name} ${place.insideCount}` : place.name;
    const width = pen.measureText(text).width;
    const [x, y] = at(place.lng, place.lat);
    const isMark = place.shape.kind !== 'line' && sizePx({ place, ...rest }, view.zoom) < markBelowPx;
    const beside = isMark || (place.icon !== '' && place.kind !== 'line');
    const left = beside ? x + markOf(place) + 5 : x - width / 2;
    const room = [left - 2, y - 8, left + width + 2, y + 8] as const;
    if (taken.some((t) => room[0] < t[2] && room[2] > t[0] && room[1] < t[3] && room[3] > t[1])) continue;
    taken.push(room);
    pen.fillStyle = mapColour('symbolInk', scene.mode);
    pen.strokeText(text, left, y);
    pen.fillText(text, left, y);
  }
}

/** The smallest place at a position, or the mark under the pointer; null for the bare map. */
export function hitPlace(
  places: readonly PaintedPlace[],
  { lng, lat, x, y }: { lng: number; lat: number; x: number; y: number },
  at: Project,
  view: LayoutView,
): PlaceOnMap | null {
  for (let i = places.length - 1; i >= 0; i--) {
    const painted = places[i];
    if (!painted) continue;
    const { place } = painted;
    const isMark = place.shape.kind !== 'line' && sizePx(painted, view.zoom) < markBelowPx;
    if (isMark) {
      const [px, py] = at(place.lng, place.lat);
      const reach = markOf(place) + 4;
      if (Math.abs(px - x) <= reach && Math.abs(py - y) <= reach) return place;
    } else {
      // a corridor is at least as wide as a finger
      const reachM = place.shape.kind === 'line' ? 6 * metresPerPixel(lat, view.zoom) : 0;
      const ground = groundOf(place.shape);
      if (
        inShape(
          lng,
          lat,
          ground.kind === 'line' ? { ...ground, halfWidthM: Math.max(ground.halfWidthM, reachM) } : ground,
        )
      )
        return place;
    }
  }
  return null;
}
