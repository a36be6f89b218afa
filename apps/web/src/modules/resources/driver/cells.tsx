import type { DriverRow } from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { Link } from 'react-router';
import { DueDate } from '../../../kit/detail/due-date';
import { Score } from '../../../kit/detail/rate';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';

const tones = { [driverStatus.employed]: 'green', [driverStatus.disabled]: 'amber', [driverStatus.left]: 'grey' };
/** A driver's status with a coloured dot. */
export const DriverStatusDot = ({ status }: { status: number }) => (
  <StateDot of={driverStatus} tones={tones} code={status} />
);

/** Cells of the list that show more than a plain value. */
export const driverCells = (details: (id: string) => string): Cells<DriverRow> => ({
  name: (row) => <Link to={details(row.id)}>{row.name}</Link>,
  status: (row) => <DriverStatusDot status={row.status} />,
  monthScore: (row) => <Score value={row.monthScore} />,
  licenseEnd: (row) => <DueDate date={row.licenseEnd} />,
  qualificationEnd: (row) => <DueDate date={row.qualificationEnd} />,
  healthCertEnd: (row) => <DueDate date={row.healthCertEnd} />,
});
