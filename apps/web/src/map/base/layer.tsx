import type { MapSettings } from '@tongda/contract/base/map/calls';
import type { Map as GlMap, MapSourceDataEvent, RasterSourceSpecification } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMapKit } from '../view/context';
import { archiveSource } from './pmtiles-source';
import { type BaseMap, tiandituNames } from './providers';

const pictures = 'online';
const names = 'online-names';
/** So long the pictures of an online map may stay away before the bundled map is said to be the only one. */
const patienceMs = 10_000;

interface Props {
  base: BaseMap;
  settings: MapSettings;
  onFailed: (failed: boolean) => void;
}

/** Lays the pictures of an online base map over the bundled one, which stays visible until they arrive, or if they never do. */
export function BaseMapSwitch({ base, settings, onFailed }: Props) {
  const { map } = useMapKit();
  useEffect(() => {
    onFailed(false);
    if (base.provider === 'offline') return;
    let alive = true;
    let arrived = false;
    const onData = (event: MapSourceDataEvent) => {
      if (event.sourceId === pictures && event.tile) arrived = true;
    };
    map.on('sourcedata', onData);
    const giveUp = () => {
      // no further requests to a host that does not answer
      removePictures(map);
      onFailed(true);
    };
    const timer = window.setTimeout(() => !arrived && giveUp(), patienceMs);
    sourceOf(base).then(
      (source) => alive && addPictures(map, source, base.provider === 'tianditu' ? settings.key : ''),
      () => alive && giveUp(),
    );
    return () => {
      alive = false;
      window.clearTimeout(timer);
      map.off('sourcedata', onData);
      if (map.getStyle()) removePictures(map);
    };
  }, [map, base, settings.key, onFailed]);
  return null;
}

async function sourceOf(base: BaseMap): Promise<RasterSourceSpecification> {
  if (base.source) return base.source;
  if (base.archive) return archiveSource(base.archive);
  throw new Error('base map without a source');
}

function addPictures(map: GlMap, source: RasterSourceSpecification, tiandituKey: string): void {
  removePictures(map);
  const firstOwn = map.getStyle().layers.find((layer) => layer.id.startsWith('own-'))?.id;
  map.addSource(pictures, source);
  map.addLayer({ id: pictures, type: 'raster', source: pictures, paint: { 'raster-fade-duration': 0 } }, firstOwn);
  if (tiandituKey === '') return;
  map.addSource(names, { ...source, tiles: tiandituNames(tiandituKey) });
  map.addLayer({ id: names, type: 'raster', source: names, paint: { 'raster-fade-duration': 0 } }, firstOwn);
}

function removePictures(map: GlMap): void {
  for (const id of [names, pictures]) {
    if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(id)) map.removeSource(id);
  }
}
