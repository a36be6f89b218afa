/** Shapes that travel on the bus between gateway, stream, API and worker. Plain data, every unit in the name; times are epoch milliseconds (UTC). */

/** One located (or not located) report of a terminal, decoded and mapped to canonical channels. */
export interface PositionMessage {
  deviceId: string;
  clientId: string;
  /** Vehicle the device was bound to at `deviceTime`; null while it is in stock. */
  vehicleId: string | null;
  /** Device clock. */
  deviceTime: number;
  /** Server clock at arrival. */
  receiveTime: number;
  /** WGS-84 degrees; last known or 0/0 when `located` is false. */
  lng: number;
  lat: number;
  /** Null, also of speed and direction: the report does not know it. */
  altitudeM: number | null;
  speedKmh: number | null;
  /** 0-359, clockwise from north. */
  directionDeg: number | null;
  located: boolean;
  acc: boolean;
  /** Terminal odometer, metres; null without item 0x01. */
  odometerM: number | null;
  /** Raw 32-bit alarm word of 0x0200. */
  alarmBits: number;
  /** Raw 32-bit status word of 0x0200. */
  statusBits: number;
  /** Came in a 0x0704 of type 1, or arrived more than 5 minutes after `deviceTime` (report.md K1). */
  late: boolean;
  /** Came in a 0x0704 of type 1: taken without a radio link. */
  catchUp?: boolean;
  /** The place is that of a base station (K1 lbs): kept, and not taken for the vehicle's. `located` is false then. */
  station?: boolean;
  channels: Channels;
  /** Items nobody knows: hex of `id len data …`, kept for ever; null when there are none. */
  rawItems: string | null;
}

/** Canonical sensor channels. An absent channel is undefined, a broken probe null. Arrays are indexed by channel - 1. */
export interface Channels {
  /** ℃, 1 decimal. */
  tempC?: Array<number | null>;
  /** %RH, 1 decimal. */
  humPct?: Array<number | null>;
  /** litres, 1 decimal. */
  fuelL?: Array<number | null>;
  /** carbon dioxide, ppm. */
  co2Ppm?: Array<number | null>;
  /** true = open; doors 1-5 of the status word (and of vendor items). */
  doorOpen?: Array<boolean | null>;
  /** external (vehicle) voltage, V. */
  extVoltageV?: number;
  /** internal battery, V and %. */
  battVoltageV?: number;
  battPct?: number;
  /** the internal battery is being charged */
  charging?: boolean;
  /** video alarms of the terminal, the word of item 0x14 (JT/T 1078). */
  videoAlarms?: number;
  /** 0-31 (or 0-100 by maker) radio strength as sent. */
  signal?: number;
  satellites?: number;
  /** recorder speed, km/h. */
  recorderSpeedKmh?: number;
  /** refrigeration unit running, where the profile says so. */
  reeferOn?: boolean;
  /** pressure (kPa) and temperature (℃) of tyres, by the number that the terminal gives them */
  tyreKpa?: Array<number | null>;
  tyreTempC?: Array<number | null>;
  /** of the engine: turns a minute, coolant in ℃, load in per cent */
  engineRpm?: number;
  coolantC?: number;
  engineLoadPct?: number;
  /** codes of faults, as the reader of the diagnostic socket tells them */
  faultCodes?: string;
  /** whom the terminal takes for the driver */
  driverName?: string;
  driverLicence?: string;
  /** active-safety alarms of items 0x64-0x67 and 0x70 (monitor.md 0.1); their raw bytes stay in `rawItems`. */
  safety?: SafetyEvent[];
  /** all reports of this second as they were, where the terminal sent several: the message is what they come to (docs/decisions/084) */
  reports?: readonly unknown[];
}

/** One active-safety alarm as the terminal tells it. */
export interface SafetyEvent {
  /** item 0x64 … 0x67 or 0x70 and the type inside it */
  item: number;
  type: number;
  /** 1 or 2; null for items without levels */
  level: number | null;
  /** 0 not applicable, 1 start, 2 end */
  flag: number;
  alarmId: number;
  /** hex of the alarm identifier: the same alarm has the same one, also when it is sent again */
  identifier: string;
  /** device clock; the report's own when it was impossible */
  t: number;
  /** its clock was impossible: left out of scores (monitor.md 0.2) */
  timeAbnormal?: true;
  /** null: neither the item nor the report that it came in knows it */
  speedKmh: number | null;
  /** attachments the terminal offers */
  attachments: number;
}

/** One reading of a portable recorder (便携式温控仪), bound to something or not. */
export interface PortableReadingMessage {
  portableId: string;
  clientId: string;
  /** Device clock. */
  deviceTime: number;
  /** Server clock at arrival. */
  receiveTime: number;
  /** Where it is (WGS-84 degrees) and how it knows (locType); null: no place. */
  place: { lng: number; lat: number; locType: number } | null;
  /** ℃ and %RH by channel - 1; a broken probe is null. */
  tempC: ReadonlyArray<number | null> | null;
  humPct: ReadonlyArray<number | null> | null;
  /** Internal battery, per cent and V. */
  battPct: number | null;
  battV: number | null;
  charging: boolean | null;
  /** 0-31 (or 0-100 by maker) radio strength as sent. */
  signal: number | null;
  /** Came out of its own memory (0x0704 of type 1), or more than 5 minutes after `deviceTime`. */
  late: boolean;
  /** `late` because it said so itself. */
  catchUp: boolean;
  rawItems: string | null;
}

/** Anything else heard from a terminal: keeps it online without moving it. */
export interface PresenceMessage {
  deviceId: string;
  clientId: string;
  vehicleId: string | null;
  at: number;
  kind: 'register' | 'auth' | 'heartbeat' | 'logout' | 'disconnect';
}

/** A driver's card was put into a terminal or taken out of it (0x0702). */
export interface DriverCardMessage {
  deviceId: string;
  clientId: string;
  /** Vehicle the device was bound to at `at`; null while it is in stock. */
  vehicleId: string | null;
  /** Device clock. */
  at: number;
  inserted: boolean;
  /** 0 = read; null = nothing said */
  result: number | null;
  name: string;
  certificateNo: string;
  idCard: string;
  authority: string;
  /** YYYY-MM-DD */
  validUntil: string | null;
}

/** A card was held to a reader at a serial port of a terminal (0x0900). */
export interface CardSwipeMessage {
  deviceId: string;
  clientId: string;
  /** Vehicle the device is bound to; null while it is in stock. */
  vehicleId: string | null;
  /** When it arrived: the message has no time of its own. */
  at: number;
  /** capital hexadecimal digits, as on the card's page */
  cardNo: string;
}

/** A Bluetooth lock told something through the terminal of its vehicle (0x0900). */
export interface LockToldMessage {
  deviceId: string;
  clientId: string;
  /** capital hexadecimal digits with colons */
  mac: string;
  /** lockStatus; null: a state that nobody knows */
  status: number | null;
  batteryPct: number;
  /** of the command that it answers, or whose code was typed; 0 = none */
  serial: number;
  /** the answer; null when it tells by itself */
  result: 'done' | 'refused' | 'unreachable' | null;
  /** what was done at it, by itself or by hand; null in an answer */
  event: { isOpen: boolean /** lockWay */; way: number; at: number } | null;
}

/** An area or line as it is written into a terminal; degrees WGS-84. The id is the place's own. */
export interface CommandArea {
  id: number;
  name: string;
  /** km/h; null = not watched */
  limitKmh: number | null;
}
/** A piece of a line with rules of its own, from a corner to where the next piece begins. */
export interface CommandSection {
  /** index of the corner that it begins at */
  fromPoint: number;
  limitKmh: number | null;
  /** seconds that it should take at least and at most; null = not watched */
  atLeastS: number | null;
  atMostS: number | null;
}
export interface CommandLine extends CommandArea {
  points: Array<[number, number]>;
  widthM: number;
  /** in their order, the first one at the first corner; absent: the line's own limit everywhere */
  sections?: CommandSection[];
  /** watched between these moments only; absent: always */
  period?: { from: number; to: number };
}
/** What a terminal is asked to do (JT/T 808 in brackets). */
export type TerminalCommand =
  /** text for the driver (0x8300) */
  /** textType as 0x8300 numbers it: 1 notice, 2 service; absent: a notice */
  | { kind: 'text'; text: string; urgent: boolean; speak: boolean; textType?: 1 | 2 }
  /** the phone book of the terminal: who may be called and may call in (0x8401) */
  | { kind: 'phoneBook'; mode: 'replace' | 'append' | 'modify'; contacts: Array<{ name: string; number: string }> }
  /** the drivers whose cards the reader of the terminal takes, by card number (0x8900 in the platform's layout, decision 122) */
  | { kind: 'driverList'; mode: 'replace' | 'append' | 'modify'; drivers: Array<{ cardNo: string; name: string }> }
  /** parameters by their number in the standard: 32 bits each, or some fields of those that consist of fields, whose others stay as they are (0x8103) */
  | { kind: 'params'; values: Array<{ id: number; value: number } | { id: number; fields: Record<string, number> }> }
  /** the terminal tells all its parameters (0x8104, 0x0104) */
  | { kind: 'readParams' }
  /** the terminal restarts (0x8105) */
  | { kind: 'reset' }
  /** areas and lines (0x8600, 0x8602, 0x8604, 0x8606) */
  | {
      kind: 'areas';
      /** replace: what the terminal has of the same shapes goes first */
      mode: 'replace' | 'append' | 'modify';
      /** these go before the others come, by the shape they have in the terminal */
      remove?: Partial<Record<'circles' | 'rects' | 'polygons' | 'lines', number[]>>;
      circles: Array<CommandArea & { lng: number; lat: number; radiusM: number }>;
      rects: Array<CommandArea & { west: number; south: number; east: number; north: number }>;
      polygons: Array<CommandArea & { points: Array<[number, number]> }>;
      lines: CommandLine[];
    }
  /** all circles, rectangles, polygons or lines go (0x8601, 0x8603, 0x8605, 0x8607) */
  | { kind: 'clear'; shapes: Array<'circles' | 'rects' | 'polygons' | 'lines'> };

/** Topic name → payload. `publish` resolves when the message is safe (stored, or on a durable bus). */
export interface Topics {
  /** The reports of one frame of a terminal, in its order: safe together. */
  position: readonly PositionMessage[];
  /** The readings of one frame of a portable recorder: safe together. */
  portable: readonly PortableReadingMessage[];
  presence: PresenceMessage;
  driverCard: DriverCardMessage;
  cardSwipe: CardSwipeMessage;
  lockTold: LockToldMessage;
  /** A vehicle's shown state after a commit, for the sockets of everyone who may see it. */
  live: import('./live').LiveVehicle;
  /** An alarm began, changed its level, ended or was withdrawn; written to `episode_event` before it is told. */
  alarm: import('../watch/alarm/episode').AlarmMessage;
  /** A row of an alarm is another one now (found, grown, ended, withdrawn, handled): open pages ask for it. */
  alarmChanged: { vehicleId: string; episodeId: string };
  /** A row of `device_command` has another state now: open pages ask for it. */
  commandChanged: {
    clientId: string /** null: of a recorder, or a terminal in stock */;
    vehicleId: string | null;
    commandId: string;
    userId: string | null;
  };
  /** Frames of a terminal were recorded, or a recording ended: the page of who began it asks for them. */
  traceChanged: { traceId: string; userId: string | null };
  /** A session ended elsewhere; its sockets close. */
  sessionRevoked: { sessionId: string; reason: string };
  /** Vehicles were added, removed, shared or re-assigned in a company: its sockets look again at what they may show. */
  accessChanged: { clientId: string };
  /** The link to the process with the gateway stands (again): what it said before that was not heard. */
  linked: Record<string, never>;
  /** Messages of a company came, or a user read some (null = anybody's): their counters look again. */
  messagesChanged: { clientId: string; userId: string | null };
}
export type TopicName = keyof Topics;
