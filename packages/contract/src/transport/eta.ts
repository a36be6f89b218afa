import { minuteMs } from '../core/durations';

/**
 * A truck may be so many ms behind its expected arrival before that counts as over: positions come in each minute, an open list is read again each minute or
 * so, and a truck that stands at its stop until somebody enters its arrival is expected there all the time.
 */
export const etaGraceMs = 5 * minuteMs;

/** Whether a truck should have come by now: the expected arrival was over at `graceAgo`, the wire time `etaGraceMs` ago. */
export const isEtaOver = (time: string, graceAgo: string): boolean => time.slice(0, 16) < graceAgo.slice(0, 16);
