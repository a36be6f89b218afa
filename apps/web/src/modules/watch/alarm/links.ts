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
