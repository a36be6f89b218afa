import type { CarrierOptions } from './carrier';
import type { Fault } from './faults';
import type { TerminalIdentity } from './identity';
import type { CommandFault } from './unit';

/** What a terminal is set to. */
export interface TerminalOptions extends CarrierOptions {
  identity: TerminalIdentity;
  /** Authentication code of an earlier registration; without one the terminal registers first. */
  authCode?: string;
  heartbeatMs?: number;
  ackTimeoutMs?: number;
  /** First wait before connecting again, ms; each further one is twice as long, up to 30 s. */
  reconnectMs?: number;
  /** Clock of the device, epoch ms. */
  now?: () => number;
  /** It has a camera that looks at the box and takes a photo when a door opens. */
  camera?: boolean;
  /** What goes wrong with it or its link. */
  fault?: Fault;
  /** How it answers commands of the platform, when not as it should. */
  commandFault?: CommandFault;
  /** Called with the device times (epoch ms) that the platform has just acknowledged. */
  onAcknowledged?: (timesMs: readonly number[], latencyMs: number) => void;
}

/** What a terminal has done since its start. */
export interface TerminalCounters {
  connects: number;
  /** Points acknowledged by 0x8001 with result 0. */
  acknowledged: number;
  /** Messages sent again because no answer came. */
  repeats: number;
  /** Points that the platform answered with a result that sending again does not help. */
  refused: number;
  /** Points given up because the store was full. */
  lost: number;
}
