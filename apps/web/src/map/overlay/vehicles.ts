import type { Crs } from '@tongda/geo/convert';
import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import type { LngLat } from '@tongda/geo/types';
import type { Map as GlMap } from 'maplibre-gl';
import type { ThemeMode } from '../../theme/palette';
import { loadBase } from '../base/data';
import { PlaceNames } from '../base/place-names';
import { toMap } from '../base/providers';
import { symbolScale } from '../base/tokens';
import { OverlayCanvas } from './canvas';
import type { LabelSide, PlacedLabel, Rect } from './label-layout';
import { SpriteCache } from './sprite-cache';
import { type Hit, hitTest } from './vehicle-hit';
import { type Layout, type LayoutView, layoutVehicles } from './vehicle-layout';
import { paintScene } from './vehicle-painter';
import { type MapVehicle, VehicleStore } from './vehicle-store';

export interface OverlayOptions {
  mode: ThemeMode;
  crs: Crs;
  selectedId: string | null;
  panels: readonly Rect[];
  /** last ten minutes of the selected vehicle, WGS-84 */
  trail: readonly LngLat[];
  /** its planned route, WGS-84 */
  ahead: readonly LngLat[];
}

/** New data is painted at most this often; a moved map at once. */
const dataEveryMs = 500;

/** Vehicles on a canvas over the map: 10,000 and more, independent of the map's own layers. */
export class VehicleOverlay {
  readonly #canvas: OverlayCanvas;
  #options: OverlayOptions;
  #store = new VehicleStore([]);
  #vehicles: readonly MapVehicle[] = [];
  #layout: Layout = { symbols: [], bubbles: [] };
  #labels: PlacedLabel[] = [];
  #sides = new Map<string, LabelSide>();
  #sprites: SpriteCache | null = null;
  #names: PlaceNames | null = null;
  #timer = 0;
  #paintedAt = 0;

  constructor(map: GlMap, canvas: HTMLCanvasElement, options: OverlayOptions) {
    this.#options = options;
    this.#canvas = new OverlayCanvas(map, canvas, (pen, view, density) => this.#paint(pen, view, density));
    // Without the bundled names (files not reachable) labels only avoid each other.
    loadBase().then(
      ({ labels }) => {
        this.#names = new PlaceNames(labels);
      },
      () => undefined,
    );
  }

  /** Replaces all vehicles; painted within half a second. */
  setVehicles(vehicles: readonly MapVehicle[]): void {
    this.#vehicles = vehicles;
    if (this.#timer !== 0) return;
    const wait = Math.max(0, this.#paintedAt + dataEveryMs - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#paintedAt = performance.now();
      this.#rebuild();
    }, wait);
  }

  setOptions(options: OverlayOptions): void {
    const moved = options.crs !== this.#options.crs;
    this.#options = options;
    if (moved) this.#rebuild();
    else this.#canvas.invalidate();
  }

  /** What lies at a point of the map, px. */
  hit(x: number, y: number): Hit | null {
    const [slidX, slidY] = this.#canvas.slid;
    return hitTest(this.#layout, this.#labels, x - slidX, y - slidY);
  }

  vehicleAt(index: number): MapVehicle | undefined {
    return this.#store.vehicles[index];
  }

  destroy(): void {
    window.clearTimeout(this.#timer);
    this.#canvas.destroy();
  }

  #rebuild(): void {
    this.#store = new VehicleStore(this.#vehicles, this.#options.crs);
    this.#canvas.invalidate();
  }

  #paint(pen: CanvasRenderingContext2D, view: LayoutView, density: number): void {
    const { mode, crs, selectedId, panels, trail, ahead } = this.#options;
    if (this.#sprites?.mode !== mode || this.#sprites.density !== density)
      this.#sprites = new SpriteCache(mode, density, symbolScale(mode));
    const selected = this.#store.indexOf(selectedId);
    this.#layout = layoutVehicles(this.#store, view, selected);
    const painted = paintScene(
      pen,
      {
        store: this.#store,
        layout: this.#layout,
        selected,
        panels,
        trail: this.#onScreen(trail, view),
        ahead: this.#onScreen(ahead, view),
        names: crs === 'wgs84' ? (this.#names?.boxes(view) ?? []) : [],
        frame: view,
      },
      this.#sprites,
      this.#sides,
    );
    this.#labels = painted.labels;
    this.#sides = new Map(painted.labels.map(({ key, side }) => [this.#store.vehicles[key]?.id ?? '', side]));
  }

  #onScreen(path: readonly LngLat[], view: LayoutView): LngLat[] {
    const scale = tilePx * 2 ** view.zoom;
    return path.map(([lng, lat]) => {
      const [x, y] = toMap(this.#options.crs, lng, lat);
      return [(mercatorX(x) - view.x0) * scale, (mercatorY(y) - view.y0) * scale];
    });
  }
}
