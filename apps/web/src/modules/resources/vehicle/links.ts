import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** A paper opens in a window of its own. */
export const openPaper = (link: string): void => void window.open(link, '_blank', 'noopener');

/** Links to the vehicle pages inside the sub-application that the user is in: resources and transport both mount them. */
export function useVehicleLinks() {
  const { pathname } = useLocation();
  const area = placeAt(pathname)?.area === 'transport' ? 'transport' : 'resources';
  return useMemo(
    () => ({
      list: href(routes.vehicleList, area),
      add: href(routes.vehicleEdit, area),
      edit: (id: string) => href(routes.vehicleEdit, area, { id }),
      copy: (id: string) => href(routes.vehicleEdit, area, { id, copy: 1 }),
      details: (id: string, tab?: string) => href(routes.vehicleDetails, area, { id, tab }),
      probe: (id: string) => href(routes.vehicleProbe, area, { id }),
      /** 车辆卡 and 布点图 on A4 */
      print: (paper: 'card' | 'probes', id: string) => href(routes.printVehicle, area, { paper, id }),
      location: (vehicleId: string) => href(routes.location, 'community', { vehicleId }),
      trajectory: (vehicleId: string) => href(routes.trajectory, 'community', { vehicleId }),
    }),
    [area],
  );
}
