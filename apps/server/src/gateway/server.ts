import type { Topics } from '@tongda/contract/core/topics';
import type { Bodies, MsgId } from '@tongda/protocol/jt808/codec';
import type { Header, HeaderVersion } from '@tongda/protocol/jt808/header';
import type { UpgradeProgress } from '@tongda/protocol/jt808/messages/parameter/1fc4';
import type { UpgradeResult } from '@tongda/protocol/jt808/messages/parameter/8108';
import type { ResendRequest } from '@tongda/protocol/jt808/messages/session/0005';
import type { Answer } from './asked';
import type { FirmwareStore } from './command/firmware';
import type { LateAnswer } from './command/late';
import type { Outcome, Serials, Wish } from './command/talks';
import type { FileStore } from './files/store';
import type { Addresses } from './limits';
import type { MissingOf, PartTaker } from './parts/store';
import type { RecentFrames } from './recent-frames';
import type { ItemProfileTable } from './report/item-profiles';
import type { MessageStore } from './report/messages';
import type { GatewayStats } from './stats';
import type { DeviceCache } from './terminal/device-cache';
import type { DeviceStore } from './terminal/devices';
import type { Notebook } from './terminal/notebook';

/** Topics on which the gateway tells what it heard. */
export type GatewayTopic =
  | 'position'
  | 'portable'
  | 'presence'
  | 'driverCard'
  | 'cardSwipe'
  | 'lockTold'
  | 'commandChanged'
  | 'traceChanged';

/** The part of the bus that the gateway uses; `publish` resolves when the message is stored and rejects when it cannot be. */
export interface GatewayBus {
  publish<T extends GatewayTopic>(topic: T, key: string, message: Topics[T]): Promise<void>;
}

/** The part of a logger that the gateway uses. */
export interface GatewayLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface GatewayOptions {
  /** A connection without any data is closed after this time, ms. */
  idleMs: number;
  /** How many points of one connection (and below, of all together) may wait for the database before their sockets are not read any more. */
  maxInFlightPerConnection: number;
  maxInFlight: number;
  maxConnections: number;
  /** A connection that leaves a frame unfinished for this time is closed, ms; also one that has named no terminal. */
  halfFrameMs: number;
  namelessMs: number;
  /** How often the gateway looks for such connections, ms. */
  cutMs: number;
  /** Connections of one address that have not named a terminal that is known; further ones are not taken. */
  maxStrangers: number;
  /** How long a connection that is not taken is held open, unread, ms. */
  heldMs: number;
  /** How long nothing is read of a connection whose address is slowed, ms. */
  restMs: number;
  /** A connection is closed after so many invalid frames in a row. */
  maxGarbage: number;
  /** How long to wait for points to be stored when stopping, ms. */
  drainMs: number;
  /** How often unknown terminals and last-seen times are written, ms. */
  notebookMs: number;
  /** How long a terminal may take to answer a message of a command, ms. */
  commandMs: number;
  /** How often the gateway looks for commands whose notice was lost and for those nobody waits for any more, ms. */
  tidyMs: number;
  /** After this time without another package of a message the missing ones are asked for, ms. */
  partsMs: number;
  /** How often the gateway looks for evidence that has to be asked for, ms. */
  evidenceMs: number;
  /** How long a connection stays open, unanswered, after a newer one of the same terminal has taken over, ms. */
  lingerMs: number;
  /** A taken-over connection that sends after this time, and again, is a second live one, ms: what was under way has arrived by then. */
  secondAfterMs: number;
  now: () => number;
}

export const defaultOptions: GatewayOptions = {
  idleMs: 600_000,
  maxInFlightPerConnection: 512,
  maxInFlight: 50_000,
  maxConnections: 50_000,
  halfFrameMs: 30_000,
  namelessMs: 60_000,
  cutMs: 5_000,
  maxStrangers: 5_000,
  restMs: 1_000,
  heldMs: 5_000,
  maxGarbage: 20,
  drainMs: 10_000,
  notebookMs: 10_000,
  commandMs: 20_000,
  tidyMs: 15_000,
  partsMs: 5_000,
  evidenceMs: 10_000,
  lingerMs: 120_000,
  secondAfterMs: 3_000,
  now: Date.now,
};

/** A connection, as sessions and the gateway use it. */
export interface Line {
  /** `address:port` of the other end. */
  readonly remote: string;
  /** Address of this machine that the other end has connected to; null when it cannot be known. */
  readonly local: string | null;
  /** Whether what goes through it is encrypted. */
  readonly secure: boolean;
  /** Whether it has closed: nobody hears what is sent. */
  readonly gone: boolean;
  /** Answers a frame with the platform's general reply (0x8001). */
  reply(header: Header, result: number): void;
  /** Sends a message to the terminal of `header`, in its layout. */
  send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void;
  /** Sends a message of any length, its body by an edition, split into packages where necessary; answers the serial numbers used, none when the socket is closed. */
  sendLong<K extends MsgId>(header: Header, id: K, body: Bodies[K], edition: HeaderVersion): number[];
  /** Sends a body of any length, no faster than it is read, as packages where necessary; null when the socket is closed. */
  sendBytes(header: Header, id: number, body: Uint8Array): Serials | null;
  /** Sends packages of such a message again, unchanged, as the terminal of `header` has asked; false when they are not kept any more. */
  resend(header: Header, request: ResendRequest): boolean;
  /** Counts points (or frames) that begin to wait; stops reading the socket when they are too many. */
  began(count: number): void;
  /** Counts points (or frames) that do not wait any more. */
  ended(count: number): void;
  /** A frame of a terminal that is not admitted was refused. */
  blame(): void;
  /** To be called when another connection has taken over `terminal`. */
  lose(terminal: Terminal): void;
  /** To be called when whether `terminal` is admitted, or has spoken, may have changed: it takes the terminal over, or gives it up. */
  settle(terminal: Terminal): void;
  /** Sends what is left and closes the socket. */
  end(): void;
}

/** A connected terminal, as the gateway sees it. */
export interface Terminal {
  readonly connection: Line;
  /** Another connection has taken it over: frames on this one are ignored. */
  superseded: boolean;
  /** Whether it may report: it speaks for its device then. */
  readonly admitted: boolean;
  /** It has sent more than heartbeats: these alone do not take a terminal away from another connection. */
  readonly spoken: boolean;
  /** When it began to speak on its connection, performance.now(): with more than heartbeats, when it has sent more. */
  readonly since: number;
  readonly deviceId: string;
  /** To be called when it does not speak for its device any more. */
  closed(): void;
  /** Sends something that the terminal has to answer; resolves with its answer, `gone` when the connection ends before. */
  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer>;
  /** The same for a message whose result may be more than the general reply. Throws RangeError when a value does not fit its field. */
  converse<K extends MsgId>(id: K, body: Bodies[K], wish: Wish): Promise<Outcome>;
  /** The same for a body as it stands on the wire, which may have megabytes. */
  converseBytes(id: number, body: Uint8Array, wish: Wish): Promise<Outcome>;
  /** The edition of the standard that it speaks. */
  readonly version: HeaderVersion;
  /** Asks for packages of a long message that have not come (0x8003; 0x8800 for a photo, sound or video). */
  askMissing(message: MissingOf, missing: readonly number[]): void;
  /** To be called when nothing more will be answered on its connection. */
  lost(): void;
}

/** The queue of commands, as connections and sessions see it. */
export interface QueuedCommands {
  /** A terminal speaks for its device from now on. */
  arrived(deviceId: string): void;
  /** Something came from it. */
  heard(deviceId: string): void;
  /** It told what became of an upgrade (0x0108), mostly on another connection than the one over which the firmware came. */
  upgraded(deviceId: string, result: UpgradeResult): void;
  /** It told how far an upgrade has come (0x1FC4), and nobody waits for that on its connection. */
  upgrades(deviceId: string, progress: UpgradeProgress): void;
  /** It answered what nobody has asked on its connection: the question may have gone out on an earlier one. */
  answeredLate(deviceId: string, version: HeaderVersion, answer: LateAnswer): void;
  /** It is asked something beside commands: a message of this id, under these serials. */
  askedBeside(deviceId: string, id: number, serials: Serials): void;
}

/** Who holds the terminals, over all gateway processes, as connections see it. */
export interface HeldTerminals {
  /** A terminal speaks for its device here from now on. */
  claim(terminal: Terminal): void;
  /** Nobody speaks for a device here any more. */
  release(deviceId: string): void;
  /** `address:port` that another process has the terminal of a device from; undefined when none is known to. */
  elsewhere(deviceId: string): string | undefined;
}

/** The packages of long messages, as sessions see them. */
export interface KeptParts {
  /** Takes a package of a terminal. */
  take(deviceId: string, header: Header, body: Uint8Array, taker: PartTaker): void;
}

/** The evidence of alarms, as sessions see it. */
export interface AskedEvidence {
  /** Points of a terminal are stored: what their alarms announce is asked for. */
  stored(points: Topics['position']): Promise<void>;
}

/** What keeps frames of terminals that somebody follows, as connections see it. */
export interface FrameTap {
  /** Somebody follows a terminal: all that is looked at otherwise. */
  readonly active: boolean;
  /** A frame of a terminal came: its header and body. */
  up(deviceId: string, payload: Uint8Array, refused: boolean): void;
  /** A frame goes to a terminal, as it stands on the wire. */
  down(deviceId: string, wire: Uint8Array): void;
}

/** What the connections and sessions of a gateway share. */
export interface Gateway {
  /** Of this process, unlike that of any other one. */
  name: string;
  options: GatewayOptions;
  bus: GatewayBus;
  store: DeviceStore;
  devices: DeviceCache;
  /** What the items of reports mean. */
  itemProfiles: Pick<ItemProfileTable, 'readers'>;
  notebook: Notebook;
  stats: GatewayStats;
  /** The session that speaks for a device, by device id. */
  sessions: Map<string, Terminal>;
  /** Where connections come from. */
  addresses: Addresses;
  /** What is not being read because too much waits. */
  paused: Set<{ relieve(): void }>;
  /** Tells other gateway processes which terminals are here; absent without a database. */
  holders?: HeldTerminals;
  /** What waits in the database for terminals; absent without a database. */
  commands?: QueuedCommands;
  /** Puts long messages together; absent without a database, which refuses their packages. */
  parts?: KeptParts;
  /** Asks for the evidence of alarms; absent without an attachment server. */
  evidence?: AskedEvidence;
  /** Photos, sounds and videos; absent without a database. */
  files?: FileStore;
  /** Waybills, data of driving recorders and CAN buses; absent without a database. */
  messages?: MessageStore;
  /** Firmware of packages; absent without a database. */
  firmware?: FirmwareStore;
  /** Decrypts what is kept of a command encrypted. Throws when it cannot be done. */
  unseal?: (sealed: string) => string;
  /** Keeps frames of terminals that somebody follows; absent without a database. */
  recorder?: FrameTap;
  /** The last frames of every terminal. */
  recent: RecentFrames;
  /** Lets paused connections go on where possible. */
  relieve(): void;
  /** Logs a failure that may come with every frame, each message at most once in a few seconds. */
  trouble(error: unknown, message: string): void;
}
