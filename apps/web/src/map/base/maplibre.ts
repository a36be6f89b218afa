import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { ThemeMode } from '../../theme/palette';
import { countyRegions, loadBase, loadCounties } from './data';
import { shareLetters } from './letters';
import { baseSource, countySource, countyZoom, labelSource, offlineLayers, offlineStyle } from './style';
import { mapFont } from './tokens';

// A worker file of our own origin: the content policy forbids blob: workers.
maplibregl.setWorkerUrl(workerUrl);

/** Whether this browser can draw the map at all. */
export function hasWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

export interface View {
  lng: number;
  lat: number;
  zoom: number;
}
/** China between the panels of a usual screen. */
export const countryView: View = { lng: 104.5, lat: 35.2, zoom: 3.6 };

/** A flat, north-up map with the bundled style; its data is loaded by {@link fillBase}. */
export function createGlMap(container: HTMLElement, view: View, mode: ThemeMode): maplibregl.Map {
  // the worker would end with the last map, and start anew for the next
  maplibregl.prewarm();
  const map = new maplibregl.Map({
    container,
    style: offlineStyle(mode),
    center: [view.lng, view.lat],
    zoom: view.zoom,
    minZoom: 1,
    maxZoom: 18,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    rollEnabled: false,
    fadeDuration: 0,
    attributionControl: false,
    renderWorldCopies: true,
    localIdeographFontFamily: mapFont,
    trackResize: true,
    // what a screen reader calls it
    locale: { 'Map.Title': '地图' },
  });
  shareLetters(map.style.glyphManager);
  // Pictures of an online map that do not come are said on the page (base-map-layer.tsx), not a hundred times in the console.
  map.on('error', (event) => {
    if (!('sourceId' in event)) console.warn('map', event.error);
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

/** Puts the bundled data on the map. Rejects when the files cannot be fetched. */
export async function fillBase(map: maplibregl.Map): Promise<void> {
  const { shapes, labels } = await loadBase();
  setData(map, baseSource, shapes);
  setData(map, labelSource, labels);
}

/** Loads county lines for what is in view from zoom 6 on. A failure is silent: the lines are tried again with the next move. */
export function followCounties(map: maplibregl.Map): () => void {
  const done = new Set<string>();
  const check = () => {
    if (map.getZoom() < countyZoom) return;
    const view = map.getBounds();
    for (const [region, [west, south, east, north]] of Object.entries(countyRegions)) {
      const seen = view.getWest() < east && view.getEast() > west && view.getSouth() < north && view.getNorth() > south;
      if (!seen || done.has(region)) continue;
      done.add(region);
      loadCounties(region).then(
        (lines) => setData(map, countySource(region), lines),
        () => done.delete(region),
      );
    }
  };
  map.on('moveend', check);
  check();
  return () => {
    map.off('moveend', check);
  };
}

/** Recolours the bundled layers without loading anything again. */
export function recolourLayers(map: maplibregl.Map, mode: ThemeMode): void {
  for (const layer of offlineLayers(mode)) {
    if (!map.getLayer(layer.id)) continue;
    for (const [name, value] of Object.entries(layer.paint ?? {})) {
      // the name comes from a layer of our own style
      map.setPaintProperty(layer.id, name as Parameters<typeof map.setPaintProperty>[1], value);
    }
  }
}

/** A map removed while its data was under way has no sources any more. */
function setData(map: maplibregl.Map, source: string, data: GeoJSON.FeatureCollection): void {
  const target = map.getSource<maplibregl.GeoJSONSource>(source);
  target?.setData(data);
}
