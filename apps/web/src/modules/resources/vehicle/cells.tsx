import { vehiclePaper } from '@tongda/contract/resources/enums';
import type { VehicleRow } from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { Link } from 'react-router';
import { DueDate } from '../../../kit/detail/due-date';
import { PlateChip } from '../../../kit/show/plate/chip';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { DeviceStatusDot } from '../parts/device-status-dot';
import './styles.css';

const statusTones: Record<number, string> = {
  [vehicleStatus.available]: 'green',
  [vehicleStatus.maintenance]: 'amber',
  [vehicleStatus.disabled]: 'grey',
};
/** A vehicle's status with a coloured dot. */
export function VehicleStatusDot({ status }: { status: number }) {
  return (
    <span className="td-dot" data-tone={statusTones[status] ?? 'grey'}>
      {vehicleStatus.label(status)}
    </span>
  );
}

/** The terminal's status; 未绑定 without a terminal. */
export function DeviceStatusOf({ status }: { status: number | null }) {
  return status === null ? <span className="resources-vehicle-none">未绑定</span> : <DeviceStatusDot status={status} />;
}

/** Cells of the list that show more than a plain value. */
export const vehicleCells = (details: (id: string) => string): Cells<VehicleRow> => ({
  plateNo: (row) => (
    <span className="resources-vehicle-plate">
      <Link to={details(row.id)} aria-label={`查看${row.plateNo}`}>
        <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />
      </Link>
      {row.sharedFrom ? (
        <span className="kit-detail-tag" title={`由${row.sharedFrom}共享`}>
          共享
        </span>
      ) : null}
    </span>
  ),
  vehicleStatus: (row) => <VehicleStatusDot status={row.vehicleStatus} />,
  deviceStatus: (row) => <DeviceStatusOf status={row.deviceStatus} />,
  temperatureTypes: (row) =>
    row.temperatureTypes.length > 0 ? <TempClasses codes={row.temperatureTypes} /> : undefined,
  licenseDate: (row) => <DueDate date={row.licenseDate} />,
  inspectDate: (row) => <DueDate date={row.inspectDate} />,
  insureDate: (row) => <DueDate date={row.insureDate} />,
  transportCertDate: (row) => <DueDate date={row.transportCertDate} />,
  otherPaperDate: (row) =>
    row.otherPaper ? (
      <>
        <DueDate date={row.otherPaperDate} /> {vehiclePaper.label(row.otherPaper)}
      </>
    ) : undefined,
  serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
  probeCount: (row) =>
    row.probeCount > 0 ? <span>已配 {row.probeCount}</span> : <span className="resources-vehicle-none">未配</span>,
});
