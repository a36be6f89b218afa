/** An alarm of a vehicle's cameras: item, type and level of T/JSATL 12-2017. */
export interface CameraSight {
  item: 0x64 | 0x65 | 0x67;
  type: number;
  level: 1 | 2;
}

/** One report of a terminal before it is encoded. Units stand in the names; times are epoch ms on whole seconds. */
export interface TerminalPoint {
  timeMs: number;
  /** Degrees, WGS-84. */
  lng: number;
  lat: number;
  altitudeM: number;
  speedKmh: number;
  directionDeg: number;
  located: boolean;
  /** The terminal has no fix and reports a place of a base station as if it were one, without satellites. */
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
  /** ppm; absent: no sensor. */
  co2Ppm?: readonly number[];
  /** Camera alarms of this moment; absent: none, or no cameras. */
  sights?: readonly CameraSight[];
  /** Refrigeration unit running; null: none installed. */
  reeferOn: boolean | null;
  extVoltageV: number;
  /** Charge of the terminal's own battery, per cent; absent: it does not tell. */
  backupPct?: number;
  signal: number;
  satellites: number;
  /** Alarm word of 0x0200. */
  alarmBits: number;
  /** Video alarms, the word of item 0x14; absent: none. */
  videoAlarms?: number;
  /** A portable recorder: its battery, and how many wireless networks it sees. It has neither odometer nor vehicle voltage. */
  recorder?: { battPct: number; battVoltageV: number; charging: boolean; networks: number };
}

/** A driver's card that goes into the terminal or out of it. */
export interface CardEvent {
  inserted: boolean;
  name: string;
  certificateNo: string;
  licenceNo: string;
}

/** The part of a report that tells how the vehicle moved. */
export type Fix = Pick<TerminalPoint, 'timeMs' | 'lng' | 'lat' | 'speedKmh' | 'located'>;

/**
 * What happens to a terminal next: it reports (`link` says whether there is a radio link), a driver's card goes in or out, somebody holds a card to the
 * reader at its serial port, or its power goes off or on. `Point` is what is wanted of a report.
 */
export type TerminalEvent<Point = TerminalPoint> =
  | { kind: 'point'; timeMs: number; link: boolean; point: Point }
  | { kind: 'card'; timeMs: number; card: CardEvent }
  | { kind: 'reader'; timeMs: number; cardNo: string }
  | { kind: 'power'; timeMs: number; on: boolean };
