import { hourMs, minuteMs } from '@tongda/contract/core/durations';

/** An hour is packed when it ended this long ago: most late points have come by then. */
export const packAfterMs = 6 * hourMs;
/** A point of an hour that may be packed already is noted: somewhat earlier than packing begins, because clocks and transactions overlap. */
export const maybePackedMs = packAfterMs - hourMs;
/** Longest time that late points of a packed hour wait for one another. */
export const gatherLateMs = 10 * minuteMs;

/** Beginning of the UTC hour that holds `t`. */
export const hourOf = (t: number): number => Math.floor(t / hourMs) * hourMs;
