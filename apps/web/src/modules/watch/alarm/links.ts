import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { useSession } from '../../../kit/session/user';

/** The register of alarms with filters; null for who may not enter it. */
export function useRecordLink(filters: Record<string, string | number | undefined>): string | null {
  const tree = useSession((state) => state.tree);
  const place = placeAt(href(routes.alarmRecordList, 'monitor'));
  if (!place || !builtRoutes.has(place.key) || !mayEnter(tree, place)) return null;
  return href(routes.alarmRecordList, 'monitor', filters);
}

/** The register begins with the alarms of today; counts of what waits are over all of them. */
export const ofAllTime = { startTime: 'null', endTime: 'null' } as const;

/** Reports of one kind of alarm each, in the order of their menu. */
const reportKeys = [
  'overTemperatureAlarmReport',
  'speedingAlarmReport',
  'humidityAlarmReport',
  'doorMagnetAlarmReport',
  'carbonDioxideAlarmReport',
  'parkingAlarmReport',
  'fatigueDrivingAlarmReport',
  'deviceAbnormalAlarmReport',
  'vehicleMalfunctionAlarmReport',
] as const;

/** Ways to the alarm reports that the user may enter. */
export function useReportLinks(): Array<{ title: string; to: string }> {
  const tree = useSession((state) => state.tree);
  return reportKeys.flatMap((key) => {
    const to = href(routes[key], 'report');
    const place = placeAt(to);
    return place && builtRoutes.has(place.key) && mayEnter(tree, place) ? [{ title: place.title, to }] : [];
  });
}
