import type { PlaceOnMap } from '@tongda/contract/ground/place/calls';
import { shapeBbox } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import { type RefObject, useEffect, useRef } from 'react';
import { groundOf } from '../base/wire-shape';
import type { MapHandle } from '../view/handle';

/** The first places decide the view once; afterwards the picture belongs to the user. */
export function useFirstFit(map: RefObject<MapHandle | null>, places: readonly PlaceOnMap[]): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || places.length === 0) return;
    const timer = setInterval(() => {
      if (!map.current) return;
      done.current = true;
      clearInterval(timer);
      const corners = places.flatMap((place): LngLat[] => {
        const box = shapeBbox(groundOf(place.shape));
        return box
          ? [
              [box[0], box[1]],
              [box[2], box[3]],
            ]
          : [];
      });
      map.current.fitBounds(corners, { animate: false, maxZoom: 11 });
    }, 100);
    return () => clearInterval(timer);
  }, [map, places]);
}
