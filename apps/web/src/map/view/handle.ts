import type { Crs } from '@tongda/geo/convert';
import type { Bbox, LngLat } from '@tongda/geo/types';
import type { Map as GlMap } from 'maplibre-gl';
import { fromMap, toMap } from '../base/providers';

/** Room that panels take at the edges of the map, px. */
export interface MapPadding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 };

/** What pages do with a map. Positions are WGS-84, pixels count from the top left corner of the map. */
export interface MapHandle {
  /** Moves to a position; without `zoom` the zoom stays. */
  flyTo(target: { lng: number; lat: number; zoom?: number }): void;
  /** Shows a box or all of the given positions between the panels. */
  fitBounds(area: Bbox | readonly LngLat[], options?: { maxZoom?: number; animate?: boolean }): void;
  project(lng: number, lat: number): { x: number; y: number };
  unproject(x: number, y: number): { lng: number; lat: number };
  getBounds(): Bbox;
  getZoom(): number;
  zoomBy(steps: number): void;
  /** Picture of the map with everything drawn on it, PNG. */
  screenshot(): Promise<Blob>;
}

/** The handle of a living map. `padding` is asked each time because panels open and close. */
export function createHandle(map: GlMap, crs: () => Crs, padding: () => MapPadding): MapHandle {
  const put = (lng: number, lat: number) => toMap(crs(), lng, lat);
  return {
    flyTo({ lng, lat, zoom }) {
      const room = padding();
      map.easeTo({
        center: put(lng, lat),
        zoom: zoom ?? map.getZoom(),
        offset: [(room.left - room.right) / 2, (room.top - room.bottom) / 2],
        duration: 300,
      });
    },
    fitBounds(area, options) {
      const box = boxOnMap(area, put);
      if (!box) return;
      const margin = 48;
      const room = padding();
      const [west, south, east, north] = box;
      map.fitBounds([west, south, east, north], {
        padding: {
          top: room.top + margin,
          right: room.right + margin,
          bottom: room.bottom + margin,
          left: room.left + margin,
        },
        maxZoom: options?.maxZoom ?? 15,
        animate: options?.animate ?? true,
        duration: 300,
      });
    },
    project(lng, lat) {
      const { x, y } = map.project(put(lng, lat));
      return { x, y };
    },
    unproject(x, y) {
      const at = map.unproject([x, y]);
      const [lng, lat] = fromMap(crs(), at.lng, at.lat);
      return { lng, lat };
    },
    getBounds() {
      const bounds = map.getBounds();
      const [west, south] = fromMap(crs(), bounds.getWest(), bounds.getSouth());
      const [east, north] = fromMap(crs(), bounds.getEast(), bounds.getNorth());
      return [west, south, east, north];
    },
    getZoom: () => map.getZoom(),
    zoomBy: (steps) => {
      map.easeTo({ zoom: map.getZoom() + steps, duration: 200 });
    },
    screenshot: () => takeScreenshot(map),
  };
}

function boxOnMap(area: Bbox | readonly LngLat[], put: (lng: number, lat: number) => [number, number]): Bbox | null {
  const points: readonly LngLat[] = isBox(area)
    ? [
        [area[0], area[1]],
        [area[2], area[3]],
      ]
    : area;
  let box: [number, number, number, number] | null = null;
  for (const [lng, lat] of points) {
    const [x, y] = put(lng, lat);
    box = box ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)] : [x, y, x, y];
  }
  return box;
}

const isBox = (area: Bbox | readonly LngLat[]): area is Bbox => typeof area[0] === 'number';

/** The GL canvas is only readable in the frame that drew it; canvases laid over it follow in their order. */
function takeScreenshot(map: GlMap): Promise<Blob> {
  return new Promise((resolve, reject) => {
    map.once('render', () => {
      const base = map.getCanvas();
      const out = document.createElement('canvas');
      out.width = base.width;
      out.height = base.height;
      const pen = out.getContext('2d');
      if (!pen) return reject(new Error('no 2d canvas'));
      pen.drawImage(base, 0, 0);
      for (const layer of map
        .getContainer()
        .parentElement?.querySelectorAll<HTMLCanvasElement>('canvas[data-map-overlay]') ?? [])
        pen.drawImage(layer, 0, 0, out.width, out.height);
      out.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty picture'))), 'image/png');
    });
    map.triggerRepaint();
  });
}
