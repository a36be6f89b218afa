import { z } from 'zod';
import { withWordsOf } from './code-words';
import { defineEnum } from './enum';
import { keysOf } from './keys';

/** Shown state of a vehicle (report.md K4, community.md 1). Alarm is a ring on top, not a state. */
export const motionState = defineEnum('motionState', {
  moving: [1, '行驶'],
  idle: [2, '怠速'],
  parked: [3, '停车'],
  offline: [4, '离线'],
  notLocated: [5, '不定位'],
  never: [6, '从未上线'],
});
export type MotionState = (typeof motionState.codes)[number];

/** How it is known who drives (report.md K15): the card in the terminal counts, the assignment else. */
export const driverBy = defineEnum('driverBy', {
  assigned: [1, '指派'],
  card: [2, '刷卡'],
  /** the card's numbers belong to none of the company's drivers */
  unknownCard: [3, '刷卡(未登记)'],
});
export type DriverBy = (typeof driverBy.codes)[number];

/** What the probes that measure or tell of a door are for: positions and tracks speak of them. */
export const sensedWords = { tem: '温度', hum: '湿度', co2: '二氧化碳', door: '车门', oil: '油量' } as const;
export const sensedKind = withWordsOf(z.enum(keysOf(sensedWords)), sensedWords);

/** One vehicle as the map, the tree and the card show it. Times are epoch ms. */
export interface LiveVehicle {
  vehicleId: string;
  state: MotionState;
  /** since when this state holds. */
  stateSince: number;
  deviceTime: number | null;
  receiveTime: number | null;
  /** last valid fix, WGS-84; null before the first fix. */
  lng: number | null;
  lat: number | null;
  /** Null, also of direction and altitude: the newest report does not know it. */
  speedKmh: number | null;
  directionDeg: number | null;
  altitudeM: number | null;
  acc: boolean;
  located: boolean;
  todayMileageM: number;
  totalMileageM: number;
  alarmBits: number;
  statusBits: number;
  tempC: Array<number | null>;
  humPct: Array<number | null>;
  /** carbon dioxide; absent where no sensor ever told any */
  co2Ppm?: Array<number | null>;
  fuelL: Array<number | null>;
  doorOpen: Array<boolean | null>;
  extVoltageV: number | null;
  battPct: number | null;
  signal: number | null;
  satellites: number | null;
  reeferOn: boolean | null;
  /** late points of today, for the 补传 counter. */
  lateCount: number;
}

/** Three-digit frame types of the live socket (shell.md J). */
export const liveFrame = {
  hello: '001',
  ping: '002',
  pong: '003',
  positions: '100',
  presence: '110',
  alarm: '130',
  alarmUpdate: '131',
  messageCount: '140',
  exportTask: '150',
  /** commands to terminals have come further */
  commandUpdate: '155',
  /** frames of a recording came */
  traceUpdate: '156',
  /** ours: rights, scopes or grants of the company changed; menus and lists are asked for again */
  accessChanged: '160',
  kicked: '403',
  error: '500',
} as const;
export type LiveFrameType = (typeof liveFrame)[keyof typeof liveFrame];

/** Payload of `alarmUpdate`: alarms of the listener's vehicles have changed; he asks for those that he may see. */
export interface LiveAlarms {
  ids: string[];
}

/** Payload of `commandUpdate`: commands that the listener gave, or to vehicles that he sees on the page. */
export interface LiveCommands {
  ids: string[];
}

/** Payload of `accessChanged`: whether the listener's own menus or buttons have changed, so that he asks for them at once. */
export interface LiveAccessChanged {
  own: boolean;
}

/**
 * First frame of the client: token, and the last sequence number it holds (0 = wants a snapshot). `vehicles: false` = only notices
 * (message counts): for pages without a map and for users without the right to see positions. A later hello may change it.
 */
export interface LiveHello {
  token: string;
  lastSeq?: number;
  vehicles?: boolean;
}
/** Answer to hello, and a full picture whenever `reset` is true. */
export interface LivePositions {
  /** Grows by one a frame and connection; a gap means: ask again with hello. */
  seq: number;
  /** true: `vehicles` replaces everything held; false: merge by vehicle. */
  reset: boolean;
  serverTime: number;
  vehicles: LiveVehicle[];
}

/** Marker + type(3) + payload bytes in UTF-8 (7) + flag(1). Flag 0 = whole JSON, 1 = another fragment follows. */
export const frameMarker = '@#%';
export const frameHeaderBytes = 14;
/** Builds one frame of the live socket. */
export function encodeFrame(type: LiveFrameType, payload: string): string {
  const bytes = new TextEncoder().encode(payload).length;
  return `${frameMarker}${type}${String(bytes).padStart(7, '0')}0${payload}`;
}
