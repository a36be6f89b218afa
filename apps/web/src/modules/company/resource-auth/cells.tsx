import { authStatus } from '@tongda/contract/base/org/enums';
import type { AuthRow } from '@tongda/contract/company/resource-auth/calls';
import type { LockGrantRow } from '@tongda/contract/company/resource-auth/columns';
import { fenceWords, methodWords, opensWords, timeWords } from '@tongda/contract/company/resource-auth/lock-terms';
import {
  type AuthRight,
  authRightNames,
  familyOf,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { Link } from 'react-router';
import { none } from '../../../kit/show/format';
import { PlateLink } from '../../../kit/show/plate/link';
import type { Cells } from '../../../kit/table/types';
import { grantLinks } from './links';
import './styles.css';
import { dayMs } from '@tongda/contract/core/durations';

const tones: Readonly<Record<number, string>> = {
  [authStatus.active]: 'green',
  [authStatus.expired]: 'amber',
  [authStatus.revoked]: 'grey',
};

/** Tags of what a grant opens. */
export function Rights({ rights }: { rights: readonly AuthRight[] }) {
  return (
    <span className="company-resource-auth-rights">
      {rights.map((right) => (
        <span key={right} className="company-resource-auth-right" data-right={right}>
          {authRightNames[right]}
        </span>
      ))}
    </span>
  );
}

const soonMs = 30 * dayMs;
/** Whether the end lies within thirty days. */
const endsSoon = (endTime: string): boolean => {
  const left = Date.parse(endTime.replace(' ', 'T')) - Date.now();
  return left > 0 && left < soonMs;
};

function Resource({ row }: { row: AuthRow }) {
  if (row.vehicleColor !== null)
    return <PlateLink id={row.resourceId} plateNo={row.resourceName} colour={row.vehicleColor} />;
  const family = familyOf(row.resourceKind);
  if (family === 'vehicle') return <>{row.resourceName}</>;
  return <Link to={grantLinks(family).resource(row.resourceKind, row.resourceId)}>{row.resourceName}</Link>;
}

/** Cells of the lists of grants that are more than a value. */
export const authCells: Cells<AuthRow> = {
  resourceName: (row) => <Resource row={row} />,
  resourceKind: (row) => grantKindNames[row.resourceKind],
  granteeName: (row) => (
    <Link to={grantLinks(familyOf(row.resourceKind)).detail(row.granteeType, row.granteeId)}>{row.granteeName}</Link>
  ),
  rights: (row) => <Rights rights={row.rights} />,
  inherit: (row) => (row.granteeType === 2 ? none : row.inherit ? '是' : '否'),
  endTime: (row) =>
    row.endTime === null ? (
      <span className="td-quiet">永久</span>
    ) : (
      <span
        className={row.status === authStatus.active && endsSoon(row.endTime) ? 'company-resource-auth-soon' : undefined}
      >
        {row.endTime.slice(0, 16)}
      </span>
    ),
  status: (row) => (
    <span className="td-dot" data-tone={tones[row.status] ?? 'grey'}>
      {authStatus.label(row.status)}
    </span>
  ),
};

/** Cells of grants of locks: their terms in words. */
export const lockGrantCells: Cells<LockGrantRow> = {
  ...authCells,
  plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} />,
  batteryPct: (row) =>
    row.batteryPct === null ? (
      none
    ) : (
      <span className={row.batteryPct <= 20 ? 'company-resource-auth-soon' : undefined}>{row.batteryPct}%</span>
    ),
  methods: (row) => (row.terms ? methodWords(row.terms.methods) : none),
  hours: (row) => (row.terms ? timeWords(row.terms.timeWindows) : none),
  fence: (row) => (row.terms ? fenceWords(row.terms) : none),
  opens: (row) => (row.terms ? opensWords(row.terms) : none),
};
