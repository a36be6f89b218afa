import { vehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { Link, useLocation } from 'react-router';
import { useCan } from '../../session/can';
import { none } from '../format';
import { dottedPlate, PlateChip } from './chip';

interface PlateLinkProps {
  /** of the vehicle; null: there is none any more */
  id: string | null;
  plateNo: string;
  colour?: number | null;
  /** opens a window of its own, so that what somebody fills in or chooses here is not lost */
  newTab?: boolean;
}

/** A plate that leads to its vehicle for whoever may look at vehicles; in its colour where that is known. */
export function PlateLink({ id, plateNo, colour, newTab = false }: PlateLinkProps) {
  const { pathname } = useLocation();
  const mayOpen = useCan(vehicleDetail);
  if (plateNo === '') return none;
  const plate = typeof colour === 'number' ? <PlateChip plateNo={plateNo} colour={colour} /> : dottedPlate(plateNo);
  if (!mayOpen || id === null) return plate;
  // both sub-applications have the page
  const area = placeAt(pathname)?.area === 'transport' ? 'transport' : 'resources';
  return (
    <Link
      to={href(routes.vehicleDetails, area, { id })}
      aria-label={`查看${plateNo}`}
      target={newTab ? '_blank' : undefined}
    >
      {plate}
    </Link>
  );
}
