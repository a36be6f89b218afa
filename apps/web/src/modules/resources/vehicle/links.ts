import { href, mountOf, placeAt, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** Opens a printable page in a new window. */
export const openPaper = (link: string): void => void window.open(link, '_blank', 'noopener');

/** Links to the vehicle pages within the present sub-application, since both resources and transport have them. */
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
      /** what the sub-application calls that page */
      probeTitle: mountOf(routes.vehicleProbe, area).title,
      /** the printable page of 车辆卡 or 布点图 */
      print: (paper: 'card' | 'probes', id: string) => href(routes.printVehicle, area, { paper, id }),
      location: (vehicleId: string) => href(routes.location, 'community', { vehicleId }),
      trajectory: (vehicleId: string) => href(routes.trajectory, 'community', { vehicleId }),
    }),
    [area],
  );
}
