import {
  encodeFrame,
  frameHeaderBytes,
  frameMarker,
  type LiveFrameType,
  type LiveVehicle,
  liveFrame,
} from '@tongda/contract/core/live';

/** A frame from a browser: each WebSocket message holds exactly one. */
export interface InFrame {
  type: string;
  payload: string;
}

const header = /^@#%(\d{3})(\d{7})0$/u;

/** Type and payload of a message; null when it is not a complete frame. Browsers never split their requests. */
export function parseFrame(text: string): InFrame | null {
  if (!text.startsWith(frameMarker)) return null;
  const match = header.exec(text.slice(0, frameHeaderBytes));
  const payload = text.slice(frameHeaderBytes);
  if (!match || Buffer.byteLength(payload) !== Number(match[2])) return null;
  return { type: match[1] ?? '', payload };
}

/** Any frame with a JSON payload. */
export const jsonFrame = (type: LiveFrameType, payload: unknown): string => encodeFrame(type, JSON.stringify(payload));

/** Vehicles of a positions frame, encoded once for everybody who gets the same ones. */
export interface EncodedVehicles {
  json: string;
  bytes: number;
}

export function encodeVehicles(vehicles: readonly LiveVehicle[]): EncodedVehicles {
  const json = JSON.stringify(vehicles);
  return { json, bytes: Buffer.byteLength(json) };
}

/** A positions frame around vehicles that are encoded already: only the head is a connection's own. */
export function positionsFrame(
  seq: number,
  reset: boolean,
  serverTime: number,
  { json, bytes }: EncodedVehicles,
): string {
  const head = `{"seq":${seq},"reset":${reset},"serverTime":${serverTime},"vehicles":`;
  const length = String(head.length + bytes + 1).padStart(7, '0');
  return `${frameMarker}${liveFrame.positions}${length}0${head}${json}}`;
}
