import type { PlaceRow } from '@tongda/contract/ground/place/calls';
import { placeSource } from '@tongda/contract/ground/place/enums';
import { href, routes } from '@tongda/contract/shell/routes';

/** Address of the page where the place is granted to others. Grants call electronic lines routes. */
export const grantsOf = ({ id, kind }: Pick<PlaceRow, 'id' | 'kind'>): string =>
  href(routes.regionGrantDetails, 'enterprise', { kind: kind === 'line' ? 'route' : kind, resourceId: id });

type Drawn = Pick<PlaceRow, 'kind' | 'shapeKind' | 'source'>;
/** Drawn areas may be cut in two: no lines, districts or sites of stores. */
export const canSplit = ({ kind, shapeKind, source }: Drawn): boolean =>
  kind !== 'line' && shapeKind !== 'district' && source !== placeSource.store;
/** Areas may become one; the site of a store follows its store. */
export const canMerge = ({ kind, source }: Drawn): boolean => kind !== 'line' && source !== placeSource.store;
