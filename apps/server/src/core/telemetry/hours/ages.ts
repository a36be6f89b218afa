import { hourMs, minuteMs } from '@tongda/contract/core/durations';

/** An hour is packed this long after its end, when most late points have come, ms. */
export const packAfterMs = 6 * hourMs;
/** From this age on the hour of a new point is noted to be packed again. It is somewhat less than `packAfterMs`, because clocks and transactions overlap. ms */
export const maybePackedMs = packAfterMs - hourMs;
/** How long late points of a packed hour are gathered before it is packed again, ms. */
export const gatherLateMs = 10 * minuteMs;

/** Beginning of the UTC hour that holds `t`. */
export const hourOf = (t: number): number => Math.floor(t / hourMs) * hourMs;
