import { noBreak } from '@tongda/contract/core/figure';
import { etaGraceMs, isEtaOver } from '@tongda/contract/transport/eta';
import { clockText, minuteText, none, shortTime, wireTime } from '../../../kit/show/format';

const isOver = (time: string): boolean => isEtaOver(time, wireTime(Date.now() - etaGraceMs));

/** An expected arrival that is over, as short as the time itself: `10:20 已过`, of another day `11-29 已过`. */
const overText = (time: string): string => {
  const today = time.slice(0, 10) === wireTime(Date.now()).slice(0, 10);
  const clock = clockText(time);
  return noBreak(`${today ? clock : minuteText(time).slice(0, -clock.length - 1)} 已过`);
};

/**
 * An expected arrival in words, the same in every list and page: a time to come, and one that is over said to be so: the truck may have been silent since, the
 * stop may have no position, or nobody entered the arrival. `exact`: with seconds.
 */
export function etaText(time: string | null, { exact = false, missing = none } = {}): string {
  if (time === null) return missing;
  if (isOver(time)) return overText(time);
  return exact ? shortTime(time) : minuteText(time);
}
/** What a pointer reads at an expected arrival that is over. */
export const etaTitle = (time: string | null): string | undefined =>
  time !== null && isOver(time) ? `预计 ${minuteText(time)} 到达，已过，还没有到站记录` : undefined;
