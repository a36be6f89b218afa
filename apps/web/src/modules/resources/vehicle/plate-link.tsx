import { vehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { Link } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate-chip';
import { useVehicleLinks } from './links';

/** A plate that leads to its vehicle for whoever may look at vehicles; in its colour where that is known. */
export function PlateLink({ id, plateNo, colour }: { id: string; plateNo: string; colour?: number | null }) {
  const links = useVehicleLinks();
  const mayOpen = useCan(vehicleDetail);
  const plate = typeof colour === 'number' ? <PlateChip plateNo={plateNo} colour={colour} /> : plateNo;
  return mayOpen ? (
    <Link to={links.details(id)} aria-label={`查看${plateNo}`}>
      {plate}
    </Link>
  ) : (
    plate
  );
}
