import { hourMs } from '@tongda/contract/core/durations';
import { href, routes } from '@tongda/contract/shell/routes';
import { writeListState } from '../../kit/list/url';
import type { AnyRow } from '../kit/cells';

const aroundMs = 2 * hourMs;
/** A wire time some ms later; wall clocks are counted as if they were UTC, so that no zone is needed. */
const later = (wire: string, ms: number): string =>
  new Date(Date.parse(`${wire.replace(' ', 'T')}Z`) + ms).toISOString().slice(0, 19).replace('T', ' ');

/** 曲线 of a refuelling or a loss: the level in the tanks from two hours before to two hours after it (report.md 4.5). */
export function oilCurveOf({ vehicleId, startTime, endTime }: AnyRow): string {
  const from = String(startTime);
  const until = typeof endTime === 'string' ? endTime : from;
  const filters = {
    vehicleIds: [String(vehicleId)],
    startTime: later(from, -aroundMs),
    endTime: later(until, aroundMs),
  };
  return `${href(routes.oilDynamicsReport, 'report')}?${writeListState({ filters, page: 1, size: null, sort: null }).toString()}`;
}
