import { demoClients } from './people';

/** Longest way from a terminal to the platform in the demo's past, ms. */
const wayMs = 1000;

/**
 * The demo's history travels in normal batches (0x0704 type 0) within minutes: its points count as received when they were taken, so that
 * the past looks as it would have. Blind-area catch-up (type 1), single reports and other companies keep the real time.
 */
export const replayedAt = (clientId: string, deviceTime: number, now: number): number =>
  clientId === demoClients.cold.id ? Math.min(now, deviceTime + wayMs) : now;
