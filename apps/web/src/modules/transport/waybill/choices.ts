import { stowageRoutes, stowageSites } from '@tongda/contract/transport/waybill/stow/board';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/input/remote-select';
import { formatNumber } from '../../../kit/show/format';

const quiet = { quiet: true } as const;

/** Choices of the forms of waybills; stable functions, as the controls want them. */
export const searchSites = async (): Promise<Found[]> =>
  (await call(stowageSites, undefined, quiet)).map(({ placeId, name }) => ({ id: placeId, name }));
export const searchRoutes = async (): Promise<Found[]> =>
  (await call(stowageRoutes, undefined, quiet))
    .filter(({ enabled }) => enabled)
    .map(({ id, name, distanceKm }) => ({ id, name, note: `${formatNumber(distanceKm, 1)} km` }));
