import type { Topics } from '@tongda/contract/core/topics';
import type { Connection } from './connection';
import type { DeviceCache } from './device-cache';
import type { DeviceStore } from './devices';
import type { Notebook } from './notebook';
import type { Session } from './session';
import type { GatewayStats } from './stats';

/** The part of the bus that the gateway uses: resolves when the message is stored. */
export interface GatewayBus {
  publish<T extends 'position' | 'presence' | 'driverCard' | 'cardSwipe' | 'commandResult'>(
    topic: T,
    key: string,
    message: Topics[T],
  ): Promise<void>;
}

/** The part of a logger that the gateway uses. */
export interface GatewayLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface GatewayOptions {
  /** A known phone number is enough: terminals that move between platforms bring codes of others and never register anew. */
  acceptForeignCodes: boolean;
  /** A connection on which nothing arrives is closed after this. */
  idleMs: number;
  /** Points of one connection, and of all, that may wait for the database before reading stops. */
  maxInFlightPerConnection: number;
  maxInFlight: number;
  maxConnections: number;
  /** Refused frames in a row after which a connection is closed. */
  maxGarbage: number;
  /** Longest wait for points to be stored when stopping. */
  drainMs: number;
  /** How often unknown terminals and last-seen times are written. */
  notebookMs: number;
  /** A terminal that has not answered a command by then does not answer it. */
  commandMs: number;
  now: () => number;
}

export const defaultOptions: GatewayOptions = {
  acceptForeignCodes: true,
  idleMs: 600_000,
  maxInFlightPerConnection: 512,
  maxInFlight: 50_000,
  maxConnections: 50_000,
  maxGarbage: 20,
  drainMs: 10_000,
  notebookMs: 10_000,
  commandMs: 20_000,
  now: Date.now,
};

/** What connections and sessions of one gateway share. */
export interface Gateway {
  options: GatewayOptions;
  bus: GatewayBus;
  store: DeviceStore;
  devices: DeviceCache;
  notebook: Notebook;
  stats: GatewayStats;
  /** The session that counts for a device, by device id. */
  sessions: Map<string, Session>;
  /** Connections that are not read because too much waits. */
  paused: Set<Connection>;
  /** Reading goes on again where there is room. */
  relieve(): void;
  /** Logs a failure that may come with every frame: each message once in a while. */
  trouble(error: unknown, message: string): void;
}
