import type { Topics } from '@tongda/contract/core/topics';
import type { Bodies, MsgId } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import type { SubpackageAssembler } from '@tongda/protocol/jt808/subpackages';
import type { Answer } from './asked';
import type { DeviceCache } from './device-cache';
import type { DeviceStore } from './devices';
import type { Notebook } from './notebook';
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

/** A TCP connection as the terminals on it and the gateway see it. */
export interface Line {
  readonly assembler: Pick<SubpackageAssembler, 'add'>;
  /** Answers a frame with a general reply. */
  reply(header: Header, result: number): void;
  /** Sends a message to the terminal of `header`, in its layout. */
  send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void;
  /** Sends a message of any length, in packages when it needs them; answers the serials that were used, none when the socket is gone. */
  sendLong<K extends MsgId>(header: Header, id: K, body: Bodies[K]): number[];
  /** `count` points (or frames) now wait. */
  began(count: number): void;
  /** `count` of them wait no longer. */
  ended(count: number): void;
  /** Reads on when there is room. */
  relieve(): void;
  /** Another connection speaks for `terminal` now. */
  lose(terminal: Terminal): void;
}

/** A terminal that is connected, as its gateway sees it. */
export interface Terminal {
  readonly connection: Line;
  /** Another connection speaks for it now: frames here are ignored. */
  superseded: boolean;
  /** Sends something that the terminal has to answer; resolves with its answer, `gone` when the connection ends before. */
  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer>;
}

/** What connections and sessions of one gateway share. */
export interface Gateway {
  options: GatewayOptions;
  bus: GatewayBus;
  store: DeviceStore;
  devices: DeviceCache;
  notebook: Notebook;
  stats: GatewayStats;
  /** The session that counts for a device, by device id. */
  sessions: Map<string, Terminal>;
  /** Connections that are not read because too much waits. */
  paused: Set<Line>;
  /** Reading goes on again where there is room. */
  relieve(): void;
  /** Logs a failure that may come with every frame: each message once in a while. */
  trouble(error: unknown, message: string): void;
}
