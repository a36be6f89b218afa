import { builtRoutes } from '@tongda/contract/built';
import { href, placeAt, routes } from '@tongda/contract/routes';
import { mayEnter } from '@tongda/contract/tree';
import { useSession } from '../../kit/session';

interface Span {
  vehicleId: string | null;
  /** wire times; `to` null: until now */
  from: string | null;
  to: string | null;
}

/** Where a trip is looked at more closely; null for who may not go there, or before it left. */
export function useTripLinks(): (
  span: Span,
  now: string,
) => { location: string | null; track: string | null; alarms: string | null } {
  const tree = useSession((state) => state.tree);
  const open = (path: string, address: string): string | null => {
    const place = placeAt(path);
    return place && builtRoutes.has(place.key) && mayEnter(tree, place) ? address : null;
  };
  return ({ vehicleId, from, to }, now) => {
    if (vehicleId === null || from === null) return { location: null, track: null, alarms: null };
    const range = { vehicleId, startTime: from, endTime: to ?? now };
    return {
      location:
        to === null
          ? open(href(routes.location, 'community'), href(routes.location, 'community', { vehicleId }))
          : null,
      track: open(href(routes.trajectory, 'community'), href(routes.trajectory, 'community', range)),
      alarms: open(href(routes.alarmRecordList, 'monitor'), href(routes.alarmRecordList, 'monitor', range)),
    };
  };
}
