import { mercatorX, mercatorY } from '@tongda/geo/mercator';
import type { Map as GlMap } from 'maplibre-gl';
import type { LayoutView } from './vehicle-layout';

/** What a GL map shows, for projecting without asking the map again and again. */
export function viewOf(map: GlMap): LayoutView {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const corner = map.unproject([0, 0]);
  return { x0: mercatorX(corner.lng), y0: mercatorY(corner.lat), zoom: map.getZoom(), width, height };
}

/**
 * A canvas over the map that is painted again when the view or its data changes. Painting follows the map's own frames, so
 * that symbols and ground move together.
 */
export class OverlayCanvas {
  readonly #map: GlMap;
  readonly #canvas: HTMLCanvasElement;
  readonly #paint: (pen: CanvasRenderingContext2D, view: LayoutView, density: number) => void;
  #drawn = '';
  #frame = 0;

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

  /** Paints in the next frame, once, however often it is asked. */
  invalidate(): void {
    this.#drawn = '';
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#follow();
      });
    }
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#map.off('render', this.#follow);
    this.#map.off('resize', this.#follow);
  }

  readonly #follow = (): void => {
    const view = viewOf(this.#map);
    const density = window.devicePixelRatio || 1;
    const key = `${view.x0},${view.y0},${view.zoom},${view.width},${view.height},${density}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
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
  };
}
