/** What the cameras of a vehicle saw. */
export interface CameraSight {
  item: 0x64 | 0x65 | 0x67;
  type: number;
  level: 1 | 2;
}

/** One report of a terminal before it is put into bytes. Units in the names; times are epoch ms on whole seconds. */
export interface TerminalPoint {
  timeMs: number;
  /** WGS-84; the last known place while `located` is false. */
  lng: number;
  lat: number;
  altitudeM: number;
  speedKmh: number;
  directionDeg: number;
  located: boolean;
  /** the place of a base station is told as if it were a fix (without satellites) */
  station?: boolean;
  acc: boolean;
  /** Open doors as bits: bit 0 = door 1. */
  doors: number;
  odometerM: number;
  /** null: no fuel sensor. */
  fuelL: number | null;
  /** null entry: broken probe. */
  tempC: ReadonlyArray<number | null>;
  humPct: readonly number[];
  /** ppm; absent: no sensor */
  co2Ppm?: readonly number[];
  /** absent: nothing seen, or no cameras */
  sights?: readonly CameraSight[];
  /** Refrigeration unit running; null: none installed. */
  reeferOn: boolean | null;
  extVoltageV: number;
  signal: number;
  satellites: number;
  /** Alarm word of 0x0200. */
  alarmBits: number;
}

/** A driver's card as it is read. */
export interface CardEvent {
  inserted: boolean;
  name: string;
  certificateNo: string;
}

/** What a terminal does next: a report (with the radio link or without), or a driver's card goes in or out, or a card is held to its reader, or its power goes off or on. */
export type TerminalEvent =
  | { kind: 'point'; timeMs: number; link: boolean; point: TerminalPoint }
  | { kind: 'card'; timeMs: number; card: CardEvent }
  | { kind: 'reader'; timeMs: number; cardNo: string }
  | { kind: 'power'; timeMs: number; on: boolean };
