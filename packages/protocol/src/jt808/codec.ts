import { wrapFrame } from './frame';
import {
  encodePayload,
  type FrameParams,
  type Header,
  type HeaderFault,
  type HeaderVersion,
  parseHeader,
} from './header';
import { decodeGeneralReply, encodeGeneralReply, type GeneralReply } from './messages/0001';
import { decodeEmpty, type EmptyMessage, encodeEmpty } from './messages/0002';
import { decodeResendRequest, encodeResendRequest, type ResendRequest } from './messages/0005';
import { decodeRegister, encodeRegister, type Register } from './messages/0100';
import { type Auth, decodeAuth, encodeAuth } from './messages/0102';
import { decodeLocation, encodeLocation, type Location } from './messages/0200';
import { decodeLocationReply, encodeLocationReply, type LocationReply } from './messages/0201';
import { type DriverCard, decodeDriverCard, encodeDriverCard } from './messages/0702';
import { decodeLocationBatch, encodeLocationBatch, type LocationBatch } from './messages/0704';
import { decodeTransparent, encodeTransparent, type Transparent } from './messages/0900';
import { decodeServerTime, encodeServerTime, type ServerTime } from './messages/8004';
import { decodeRegisterReply, encodeRegisterReply, type RegisterReply } from './messages/8100';
import {
  decodeParameters,
  decodeSetParameters,
  encodeParameters,
  encodeSetParameters,
  type Parameters,
  type SetParameters,
} from './messages/8103';
import { decodeTerminalControl, encodeTerminalControl, type TerminalControl } from './messages/8105';
import { decodeQueryParameters, encodeQueryParameters, type QueryParameters } from './messages/8106';
import { decodeTrackControl, encodeTrackControl, type TrackControl } from './messages/8202';
import { decodeTextMessage, encodeTextMessage, type TextMessage } from './messages/8300';
import {
  decodeSetCircles,
  decodeSetRects,
  encodeSetCircles,
  encodeSetRects,
  type SetCircles,
  type SetRects,
} from './messages/8600';
import { type DeleteAreas, decodeDeleteAreas, encodeDeleteAreas } from './messages/8601';
import { decodeSetPolygon, encodeSetPolygon, type SetPolygon } from './messages/8604';
import { decodeSetRoute, encodeSetRoute, type SetRoute } from './messages/8606';

/** Ids of the messages that are decoded here. Those below 0x8000 are sent by terminals, the others by the platform. */
export const msgId = {
  terminalReply: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  timeQuery: 0x0004,
  terminalResend: 0x0005,
  register: 0x0100,
  auth: 0x0102,
  parameters: 0x0104,
  location: 0x0200,
  locationReply: 0x0201,
  driverCard: 0x0702,
  locationBatch: 0x0704,
  transparent: 0x0900,
  platformReply: 0x8001,
  platformResend: 0x8003,
  serverTime: 0x8004,
  registerReply: 0x8100,
  setParameters: 0x8103,
  queryAllParameters: 0x8104,
  terminalControl: 0x8105,
  queryParameters: 0x8106,
  queryLocation: 0x8201,
  trackControl: 0x8202,
  text: 0x8300,
  setCircles: 0x8600,
  deleteCircles: 0x8601,
  setRects: 0x8602,
  deleteRects: 0x8603,
  setPolygon: 0x8604,
  deletePolygons: 0x8605,
  setRoute: 0x8606,
  deleteRoutes: 0x8607,
} as const;

/** Body of each message. The chapter of the standard is named at each type. */
export interface Bodies {
  [msgId.terminalReply]: GeneralReply;
  [msgId.heartbeat]: EmptyMessage;
  [msgId.logout]: EmptyMessage;
  [msgId.timeQuery]: EmptyMessage;
  [msgId.terminalResend]: ResendRequest;
  [msgId.register]: Register;
  [msgId.auth]: Auth;
  [msgId.parameters]: Parameters;
  [msgId.location]: Location;
  [msgId.locationReply]: LocationReply;
  [msgId.driverCard]: DriverCard;
  [msgId.locationBatch]: LocationBatch;
  [msgId.transparent]: Transparent;
  [msgId.platformReply]: GeneralReply;
  [msgId.platformResend]: ResendRequest;
  [msgId.serverTime]: ServerTime;
  [msgId.registerReply]: RegisterReply;
  [msgId.setParameters]: SetParameters;
  [msgId.queryAllParameters]: EmptyMessage;
  [msgId.terminalControl]: TerminalControl;
  [msgId.queryParameters]: QueryParameters;
  [msgId.queryLocation]: EmptyMessage;
  [msgId.trackControl]: TrackControl;
  [msgId.text]: TextMessage;
  [msgId.setCircles]: SetCircles;
  [msgId.deleteCircles]: DeleteAreas;
  [msgId.setRects]: SetRects;
  [msgId.deleteRects]: DeleteAreas;
  [msgId.setPolygon]: SetPolygon;
  [msgId.deletePolygons]: DeleteAreas;
  [msgId.setRoute]: SetRoute;
  [msgId.deleteRoutes]: DeleteAreas;
}
export type MsgId = keyof Bodies;

/** A decoded message: `id` says which type `body` has. */
export type Message = { [K in MsgId]: { id: K; body: Bodies[K] } }[MsgId];

/** A message that was not decoded: its id is unknown, its body is damaged or encrypted, or it is one package of several. */
export interface RawMessage {
  id: null;
  why: 'unknown' | 'damaged' | 'encrypted' | 'package';
}

/** A frame with its header read and, where possible, its body decoded. */
export interface Frame {
  header: Header;
  message: Message | RawMessage;
  /** Bytes of the body, a view of the payload. */
  data: Uint8Array;
}

type Codecs = {
  [K in MsgId]: {
    decode: (data: Uint8Array, version: HeaderVersion) => Bodies[K];
    encode: (body: Bodies[K], version: HeaderVersion) => Uint8Array;
  };
};

const empty = { decode: decodeEmpty, encode: encodeEmpty };
const generalReply = { decode: decodeGeneralReply, encode: encodeGeneralReply };
const deleteAreas = { decode: decodeDeleteAreas, encode: encodeDeleteAreas };
const resend = { decode: decodeResendRequest, encode: encodeResendRequest };

/** How the body of each message is decoded and encoded. */
const codecs: Codecs = {
  [msgId.terminalReply]: generalReply,
  [msgId.heartbeat]: empty,
  [msgId.logout]: empty,
  [msgId.timeQuery]: empty,
  [msgId.terminalResend]: resend,
  [msgId.register]: { decode: decodeRegister, encode: encodeRegister },
  [msgId.auth]: { decode: decodeAuth, encode: encodeAuth },
  [msgId.parameters]: { decode: decodeParameters, encode: encodeParameters },
  [msgId.location]: { decode: decodeLocation, encode: encodeLocation },
  [msgId.locationReply]: { decode: decodeLocationReply, encode: encodeLocationReply },
  [msgId.driverCard]: { decode: decodeDriverCard, encode: encodeDriverCard },
  [msgId.locationBatch]: { decode: decodeLocationBatch, encode: encodeLocationBatch },
  [msgId.transparent]: { decode: decodeTransparent, encode: encodeTransparent },
  [msgId.platformReply]: generalReply,
  [msgId.platformResend]: resend,
  [msgId.serverTime]: { decode: decodeServerTime, encode: encodeServerTime },
  [msgId.registerReply]: { decode: decodeRegisterReply, encode: encodeRegisterReply },
  [msgId.setParameters]: { decode: decodeSetParameters, encode: encodeSetParameters },
  [msgId.queryAllParameters]: empty,
  [msgId.terminalControl]: { decode: decodeTerminalControl, encode: encodeTerminalControl },
  [msgId.queryParameters]: { decode: decodeQueryParameters, encode: encodeQueryParameters },
  [msgId.queryLocation]: empty,
  [msgId.trackControl]: { decode: decodeTrackControl, encode: encodeTrackControl },
  [msgId.text]: { decode: decodeTextMessage, encode: encodeTextMessage },
  [msgId.setCircles]: { decode: decodeSetCircles, encode: encodeSetCircles },
  [msgId.deleteCircles]: deleteAreas,
  [msgId.setRects]: { decode: decodeSetRects, encode: encodeSetRects },
  [msgId.deleteRects]: deleteAreas,
  [msgId.setPolygon]: { decode: decodeSetPolygon, encode: encodeSetPolygon },
  [msgId.deletePolygons]: deleteAreas,
  [msgId.setRoute]: { decode: decodeSetRoute, encode: encodeSetRoute },
  [msgId.deleteRoutes]: deleteAreas,
};

const isMsgId = (id: number): id is MsgId => Object.hasOwn(codecs, id);

/** Decodes one payload of a {@link FrameSplitter}. Answers the fault when the header cannot be read. Never throws. */
export function decodeFrame(payload: Uint8Array, options: { lenient?: boolean } = {}): Frame | HeaderFault {
  const header = parseHeader(payload, options.lenient);
  if (typeof header === 'string') return header;
  const data = payload.subarray(header.bodyOffset);
  const message: Message | RawMessage = header.encryption
    ? { id: null, why: 'encrypted' }
    : header.subpackage
      ? { id: null, why: 'package' }
      : decodeBody(header, data);
  return { header, message, data };
}

/**
 * Decodes a whole body, of a single frame or put together by {@link SubpackageAssembler}. A body that ends too early counts as damaged; nothing is
 * thrown for it.
 */
export function decodeBody(header: Header, data: Uint8Array): Message | RawMessage {
  const id = header.msgId;
  if (!isMsgId(id)) return { id: null, why: 'unknown' };
  try {
    // the table of codecs answers an id with the body of that id, which its type cannot say
    return { id, body: codecs[id].decode(data, header.version) } as Message;
  } catch (error) {
    if (error instanceof RangeError) return { id: null, why: 'damaged' };
    throw error;
  }
}

/** Wire bytes of a frame around the bytes of a body. Throws RangeError when they are more than 1,023. */
export function encodeFrame(frame: FrameParams & { msgId: number; body: Uint8Array }): Uint8Array {
  return wrapFrame(encodePayload(frame.msgId, frame, frame.body));
}

/** Wire bytes of one message. Throws RangeError when its body has more than 1,023 bytes (see {@link encodePackages}) or cannot be encoded. */
export function encodeMessage<K extends MsgId>(id: K, params: FrameParams, body: Bodies[K]): Uint8Array {
  return wrapFrame(encodePayload(id, params, encodeBody(id, body, params.version)));
}

/** Bytes of a message's body. Throws RangeError when a value does not fit its field; the encoder of each message says which. */
export function encodeBody<K extends MsgId>(id: K, body: Bodies[K], version: HeaderVersion): Uint8Array {
  return codecs[id].encode(body, version);
}

/**
 * Wire bytes of a body as one frame or, when it is longer than `packageBytes`, as packages with consecutive serials from `frame.serial` on (JT/T
 * 808-2013 7.12).
 */
export function encodePackages(
  frame: FrameParams & { msgId: number; body: Uint8Array },
  packageBytes = 1000,
): Uint8Array[] {
  const { body } = frame;
  if (body.length <= packageBytes) return [encodeFrame(frame)];
  const total = Math.ceil(body.length / packageBytes);
  return Array.from({ length: total }, (_, i) => {
    const part = body.subarray(i * packageBytes, (i + 1) * packageBytes);
    const serial = (frame.serial + i) & 0xffff;
    return wrapFrame(encodePayload(frame.msgId, { ...frame, serial }, part, { total, no: i + 1 }));
  });
}
