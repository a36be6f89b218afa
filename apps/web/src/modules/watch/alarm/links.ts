import { builtRoutes } from '@tongda/contract/built';
import { href, placeAt, routes } from '@tongda/contract/routes';
import { mayEnter } from '@tongda/contract/tree';
import { useSession } from '../../kit/session';

/** The register of alarms with filters; null for who may not enter it. */
export function useRecordLink(filters: Record<string, string | number | undefined>): string | null {
  const tree = useSession((state) => state.tree);
  const place = placeAt(href(routes.alarmRecordList, 'monitor'));
  if (!place || !builtRoutes.has(place.key) || !mayEnter(tree, place)) return null;
  return href(routes.alarmRecordList, 'monitor', filters);
}
