import { wrapFrame } from './frame';
import {
  encodePayload,
  type FrameParams,
  type Header,
  type HeaderFault,
  type HeaderVersion,
  parseHeader,
} from './header';
import { areaMessages } from './messages/area/table';
import { attachmentMessages } from './messages/attachment/table';
import { commandMessages } from './messages/command/table';
import { mediaMessages } from './messages/media/table';
import type { MessageCodec } from './messages/message';
import { parameterMessages } from './messages/parameter/table';
import { positionMessages } from './messages/position/table';
import { recorderMessages } from './messages/recorder/table';
import { sessionMessages } from './messages/session/table';
import { vehicleMessages } from './messages/vehicle/table';
import { vendorMessages } from './messages/vendor/table';
import { videoMessages } from './messages/video/table';

/** Every message that is known here, by name. Each folder of messages/ has a table, and each of its files one message or a pair that shares its body. */
const messages = {
  ...sessionMessages,
  ...positionMessages,
  ...commandMessages,
  ...parameterMessages,
  ...areaMessages,
  ...vehicleMessages,
  ...mediaMessages,
  ...recorderMessages,
  ...videoMessages,
  ...attachmentMessages,
  ...vendorMessages,
};
type Messages = typeof messages;
type AnyMessage = Messages[keyof Messages];

/** Ids of the messages that are known here, by name. Those below 0x8000 are sent by terminals, the others by the platform. */
export const msgId =
  // fromEntries forgets which name has which id
  Object.fromEntries(Object.entries(messages).map(([name, { id }]) => [name, id])) as {
    readonly [Name in keyof Messages]: Messages[Name]['id'];
  };
export type MsgId = AnyMessage['id'];

/** Body of each message, by id. The clause of the standard is named at each type. */
export type Bodies = { [M in AnyMessage as M['id']]: ReturnType<M['decode']> };

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

/** How the body of each message is decoded and encoded, by id. A table, so that a new message costs the others nothing. */
const codecs: ReadonlyMap<number, AnyMessage> = new Map(Object.values(messages).map((m) => [m.id, m]));

/** How a message is read and written, for who reads it field by field; undefined when its id is not known. */
export const findCodec = (id: number): Pick<MessageCodec<number, unknown>, 'read'> | undefined => codecs.get(id);

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
  const codec = codecs.get(header.msgId);
  if (!codec) return { id: null, why: 'unknown' };
  try {
    // an id comes with the body of that id, which the type of the table cannot say
    return { id: codec.id, body: codec.decode(data, header.version) } as Message;
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
  // the table answers an id with the codec of that id, which its type cannot say
  return (codecs.get(id) as unknown as MessageCodec<K, Bodies[K]>).encode(body, version);
}

/**
 * Wire bytes of a body as one frame or, when it is longer than `packageBytes`, as packages with consecutive serials from `frame.serial` on (JT/T
 * 808-2013 7.12).
 */
export function encodePackages(
  frame: FrameParams & { msgId: number; body: Uint8Array },
  packageBytes = 1000,
): Uint8Array[] {
  const { count, wire } = packagesOf(frame, packageBytes);
  return Array.from({ length: count }, (_, i) => wire(i));
}

/** The same one after another, for bodies of megabytes: how many packages there are, and each of them (from 0) when it is asked for. */
export function packagesOf(
  frame: FrameParams & { msgId: number; body: Uint8Array },
  packageBytes = 1000,
): { count: number; wire: (i: number) => Uint8Array } {
  const { body } = frame;
  if (body.length <= packageBytes) return { count: 1, wire: () => encodeFrame(frame) };
  const total = Math.ceil(body.length / packageBytes);
  const wire = (i: number): Uint8Array => {
    const part = body.subarray(i * packageBytes, (i + 1) * packageBytes);
    const serial = (frame.serial + i) & 0xffff;
    return wrapFrame(encodePayload(frame.msgId, { ...frame, serial }, part, { total, no: i + 1 }));
  };
  return { count: total, wire };
}
