import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';

type Known = Pick<Output<typeof alarmDetail>, 'filesPending'> & { alarm: { start: number } };

const everyMs = 30_000;
/** while pictures and films of an alarm that has just begun are on their way */
const filesEveryMs = 3_000;
/** how long after its beginning a terminal is expected to send them by itself, ms */
const freshMs = 3 * 60_000;

/** After what time an open alarm is asked for again, ms; `now`: the server's epoch ms. */
export const refreshAfter = (known: Known | undefined, now: number): number =>
  known && known.filesPending !== '' && now - known.alarm.start < freshMs ? filesEveryMs : everyMs;
