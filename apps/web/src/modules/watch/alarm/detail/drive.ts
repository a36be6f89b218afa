import type { Output } from '@tongda/contract/core/endpoint';
import { figureText } from '@tongda/contract/core/figure';
import { type alarmDetail, closeMs } from '@tongda/contract/watch/alarm/calls';
import type { Pin } from '../../../../map/places/pin-layer';

type Detail = Output<typeof alarmDetail>;

/** Where the vehicle drove within five minutes of the beginning of an alarm. */
export const closeDrive = ({ alarm, points }: Pick<Detail, 'alarm' | 'points'>): Array<readonly [number, number]> =>
  points.flatMap(([t, lng, lat]) =>
    lng === null || lat === null || Math.abs(t - alarm.start) > closeMs ? [] : [[lng, lat] as const],
  );

/** Where an alarm began, with the time and the speed; nothing without a place. */
export function beginningPins({ lng, lat, startTime, speedKmh }: Detail['alarm']): Pin[] {
  if (lng === null || lat === null) return [];
  const speed = speedKmh === null ? '' : ` ${figureText(speedKmh)} km/h`;
  return [{ lng, lat, label: `${startTime.slice(11, 16)}${speed}`, selected: true }];
}
