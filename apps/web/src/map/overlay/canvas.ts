import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import type { Map as GlMap } from 'maplibre-gl';
import type { LayoutView } from './vehicle-layout';

/** What a GL map shows, for projecting without asking the map again and again. */
export function viewOf(map: GlMap): LayoutView {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const corner = map.unproject([0, 0]);
  return { x0: mercatorX(corner.lng), y0: mercatorY(corner.lat), zoom: map.getZoom(), width, height };
}

/** While the map is dragged the painted picture slides along with it and is painted anew only so often. */
const repaintMs = 100;
const standing: readonly [x: number, y: number] = [0, 0];

/**
 * How far a picture painted for one view must slide to fit another, px; null when it must be painted anew: never painted, another
 * zoom or size, or slid so far that a bare strip would be noticed.
 */
export function slideBetween(painted: LayoutView | null, view: LayoutView): readonly [x: number, y: number] | null {
  if (!painted || painted.zoom !== view.zoom || painted.width !== view.width || painted.height !== view.height)
    return null;
  const scale = tilePx * 2 ** view.zoom;
  const x = (painted.x0 - view.x0) * scale;
  const y = (painted.y0 - view.y0) * scale;
  return Math.abs(x) > view.width / 4 || Math.abs(y) > view.height / 4 ? null : [x, y];
}

/**
 * A canvas over the map that is painted again when the view or its data changes. It follows the map's own frames, so that symbols
 * and ground move together: a dragged map slides the painted picture, which costs next to nothing with 10,000 vehicles.
 */
export class OverlayCanvas {
  readonly #map: GlMap;
  readonly #canvas: HTMLCanvasElement;
  readonly #paint: (pen: CanvasRenderingContext2D, view: LayoutView, density: number) => void;
  #painted: LayoutView | null = null;
  #density = 0;
  #paintedAt = 0;
  #slid = standing;
  #frame = 0;
  #timer = 0;

  constructor(
    map: GlMap,
    canvas: HTMLCanvasElement,
    paint: (pen: CanvasRenderingContext2D, view: LayoutView, density: number) => void,
  ) {
    this.#map = map;
    this.#canvas = canvas;
    this.#paint = paint;
    map.on('render', this.#follow);
    map.on('resize', this.#follow);
  }

  /** How far the picture has slid since it was painted, px: what is drawn at a lies at a + slid. */
  get slid(): readonly [x: number, y: number] {
    return this.#slid;
  }

  /** Paints in the next frame, once, however often it is asked. */
  invalidate(): void {
    this.#painted = null;
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#follow();
      });
    }
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#timer);
    this.#map.off('render', this.#follow);
    this.#map.off('resize', this.#follow);
  }

  readonly #follow = (): void => {
    const view = viewOf(this.#map);
    const density = window.devicePixelRatio || 1;
    const slide = density === this.#density ? slideBetween(this.#painted, view) : null;
    const left = this.#paintedAt + repaintMs - performance.now();
    if (!slide || (left <= 0 && (slide[0] !== 0 || slide[1] !== 0))) {
      this.#repaint(view, density);
      return;
    }
    this.#slide(slide);
    if (slide[0] === 0 && slide[1] === 0) return;
    // the last frame of a drag is painted where it came to rest
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#follow, left);
  };

  #slide(to: readonly [x: number, y: number]): void {
    if (to[0] === this.#slid[0] && to[1] === this.#slid[1]) return;
    this.#slid = to;
    this.#canvas.style.transform = to[0] === 0 && to[1] === 0 ? '' : `translate(${to[0]}px, ${to[1]}px)`;
  }

  #repaint(view: LayoutView, density: number): void {
    window.clearTimeout(this.#timer);
    this.#painted = view;
    this.#density = density;
    this.#paintedAt = performance.now();
    const width = Math.round(view.width * density);
    const height = Math.round(view.height * density);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const pen = this.#canvas.getContext('2d');
    if (!pen) return;
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, view.width, view.height);
    this.#paint(pen, view, density);
    this.#slide(standing);
  }
}
