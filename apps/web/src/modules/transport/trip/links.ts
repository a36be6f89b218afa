import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { useSession } from '../../../kit/session/user';

/** A period, both ends as wall clock time of the company. */
interface TripTime {
  vehicleId: string | null;
  startTime: string | null;
  endTime: string | null;
}
interface TripLinks {
  location: string | null;
  trajectory: string | null;
  alarms: string | null;
}

/**
 * Where a trip's time is looked at elsewhere, already filled in; null for who may not go there, or while there is nothing to see. `running`: the
 * truck is on it now, so the map shows it live.
 */
export function useTripLinks(): (trip: TripTime, running?: boolean) => TripLinks {
  const tree = useSession((state) => state.tree);
  const open = (path: string, address: string): string | null => {
    const place = placeAt(path);
    return place && builtRoutes.has(place.key) && mayEnter(tree, place) ? address : null;
  };
  const location = href(routes.location, 'community');
  const trajectory = href(routes.trajectory, 'community');
  const alarms = href(routes.alarmRecordList, 'monitor');
  return ({ vehicleId, startTime, endTime }, running = false) => {
    if (!vehicleId || !startTime || !endTime) return { location: null, trajectory: null, alarms: null };
    const range = { vehicleId, startTime, endTime };
    return {
      location: running ? open(location, href(routes.location, 'community', { vehicleId })) : null,
      trajectory: open(trajectory, href(routes.trajectory, 'community', range)),
      alarms: open(alarms, href(routes.alarmRecordList, 'monitor', range)),
    };
  };
}

/** The page of a waybill by its kind. */
export function waybillLink(kind: number, id: string): string {
  if (kind === waybillKind.stowage) return href(routes.waybillStowageCheck, 'transport', { id });
  if (kind === waybillKind.billOfLading) return href(routes.billOfLadingCheck, 'transport', { id });
  return href(routes.transportTaskCheck, 'transport', { id });
}
