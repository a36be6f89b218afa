import { authStatus } from '@tongda/contract/enums/org';
import { type AuthRight, type AuthRow, authRightNames } from '@tongda/contract/resource-auth/resource-auth';
import { Link } from 'react-router';
import type { Cells } from '../../kit/data-table';
import { none } from '../../kit/format';
import { PlateChip } from '../../kit/plate-chip';
import { authLinks } from './links';
import './resource-auth.css';

const tones: Readonly<Record<number, string>> = {
  [authStatus.active]: 'green',
  [authStatus.expired]: 'amber',
  [authStatus.revoked]: 'grey',
};

/** Tags of what a grant opens. */
export function Rights({ rights }: { rights: readonly AuthRight[] }) {
  return (
    <span className="auth-rights">
      {rights.map((right) => (
        <span key={right} className="auth-right" data-right={right}>
          {authRightNames[right]}
        </span>
      ))}
    </span>
  );
}

const soonMs = 30 * 86_400_000;
/** Whether the end lies within thirty days. */
const endsSoon = (endTime: string): boolean => {
  const left = Date.parse(endTime.replace(' ', 'T')) - Date.now();
  return left > 0 && left < soonMs;
};

/** Cells of the list of grants that are more than a value. */
export const authCells: Cells<AuthRow> = {
  resourceName: (row) =>
    row.vehicleColor === null ? row.resourceName : <PlateChip plateNo={row.resourceName} colour={row.vehicleColor} />,
  granteeName: (row) => <Link to={authLinks.detail(row.granteeType, row.granteeId)}>{row.granteeName}</Link>,
  rights: (row) => <Rights rights={row.rights} />,
  inherit: (row) => (row.granteeType === 2 ? none : row.inherit ? '是' : '否'),
  endTime: (row) =>
    row.endTime === null ? (
      <span className="td-quiet">永久</span>
    ) : (
      <span className={row.status === authStatus.active && endsSoon(row.endTime) ? 'auth-soon' : undefined}>
        {row.endTime.slice(0, 16)}
      </span>
    ),
  status: (row) => (
    <span className="td-dot" data-tone={tones[row.status] ?? 'grey'}>
      {authStatus.label(row.status)}
    </span>
  ),
};
