import { deviceStatus } from '@tongda/contract/resources/device/enums';
import { vehiclePaper } from '@tongda/contract/resources/enums';
import type { VehicleRow } from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { Link } from 'react-router';
import { DueDate } from '../../../kit/detail/due-date';
import { PlateChip } from '../../../kit/show/plate-chip';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
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

const deviceTones: Record<number, string> = {
  [deviceStatus.normal]: 'green',
  [deviceStatus.powerCut]: 'red',
  [deviceStatus.offline]: 'grey',
  [deviceStatus.notLocated]: 'violet',
  [deviceStatus.lowBattery]: 'amber',
};
/** The terminal's status with a coloured dot; 未绑定 without a terminal. */
export function DeviceStatusDot({ status }: { status: number | null }) {
  if (status === null) return <span className="resources-vehicle-none">未绑定</span>;
  return (
    <span className="td-dot" data-tone={deviceTones[status] ?? 'grey'}>
      {deviceStatus.label(status)}
    </span>
  );
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
  deviceStatus: (row) => <DeviceStatusDot status={row.deviceStatus} />,
  temperatureTypes: (row) =>
    row.temperatureTypes.length > 0 ? <TempClasses codes={row.temperatureTypes} /> : undefined,
  licenseDate: (row) => <DueDate date={row.licenseDate} />,
  inspectDate: (row) => <DueDate date={row.inspectDate} />,
  insureDate: (row) => <DueDate date={row.insureDate} />,
  transportCertDate: (row) => <DueDate date={row.transportCertDate} />,
  otherPaperDate: (row) =>
    row.otherPaper ? (
      <>
        {vehiclePaper.label(row.otherPaper)} <DueDate date={row.otherPaperDate} />
      </>
    ) : undefined,
  serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
  probeCount: (row) =>
    row.probeCount > 0 ? <span>已配 {row.probeCount}</span> : <span className="resources-vehicle-none">未配</span>,
});
