import { minuteMs } from '@tongda/contract/core/durations';
import { wholeDay } from '@tongda/contract/core/field/time-window';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { href, routes } from '@tongda/contract/shell/routes';
import { trackPoints } from '@tongda/contract/watch/track/calls';
import { Link } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { minuteText, wireTime } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';

/** So long before and after a moment its raw points are listed, ms. */
const aroundMs = 30 * minuteMs;

/** 轨迹点 of a vehicle around a moment (epoch ms), with the point of that moment marked. */
const pointsAt = (vehicleId: string, at: number): string =>
  href(routes.trajectory, 'community', {
    vehicleId,
    startTime: wireTime(at - aroundMs),
    endTime: wireTime(at + aroundMs),
    at: String(Math.round(at)),
    // the moment may lie outside the hours that the user last looked at
    hours: wholeDay.join('-'),
  });

/** Leads from a moment of a curve that was clicked (`at`; null: none yet) to the reports that it is drawn from. */
export function RawPoints({ vehicles, at }: { vehicles: NonNullable<CurveAnswer['vehicles']>; at: number | null }) {
  const may = useCan(trackPoints);
  if (!may || vehicles.length === 0) return null;
  if (at === null) return <p className="reports-kit-raw td-cap">点击曲线上的时刻，查看原始点</p>;
  return (
    <p className="reports-kit-raw td-cap">
      {minuteText(wireTime(at))} 前后的原始点：
      {vehicles.map(({ id, plateNo }) => (
        <Link key={id} to={pointsAt(id, at)}>
          {dottedPlate(plateNo)}
        </Link>
      ))}
    </p>
  );
}
