import type { Crs } from '@tongda/geo/convert';
import type { Map as GlMap } from 'maplibre-gl';
import { createContext, useContext } from 'react';
import type { ThemeMode } from '../../theme/palette';
import type { MapHandle } from './handle';

/** What layers inside a `<MapView>` work with. */
export interface MapKit {
  map: GlMap;
  handle: MapHandle;
  crs: Crs;
  mode: ThemeMode;
  /** A tool that takes the clicks of the map (measuring, drawing); layers leave them alone meanwhile. */
  tool: { current: string | null };
}

export const MapContext = createContext<MapKit | null>(null);

/** The map around a layer; throws outside of `<MapView>`. */
export function useMapKit(): MapKit {
  const kit = useContext(MapContext);
  if (!kit) throw new Error('a map layer stands outside of MapView');
  return kit;
}
