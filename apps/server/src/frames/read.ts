import { gunzipSync } from 'node:zlib';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FrameShown, frameParse } from '@tongda/contract/resources/frame/calls';
import { fromHex, toHex } from '@tongda/protocol/bytes';
import { inspectBareBody, inspectBytes } from '@tongda/protocol/inspect/bytes';
import { type Inspected, inspectPayload } from '@tongda/protocol/inspect/frame';
import { msgId } from '@tongda/protocol/jt808/codec';
import { MAX_FRAME_BYTES, wrapFrame, xorOf } from '@tongda/protocol/jt808/frame';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { wrappedPayload } from '@tongda/protocol/jt808/wrapped';
import { encodeText } from '@tongda/protocol/text';
import type { ItemTable } from './items';
import { shownOf } from './shown';

/** Bytes of the length in front of compressed data. */
const LENGTH_BYTES = 4;

/** 离线解析: every frame in pasted bytes, or the body of one message. */
export function parseFrames(
  { hex, profile, msgId, edition }: Parsed<typeof frameParse>,
  table: ItemTable,
): FrameShown[] {
  const bytes = fromHex(hex);
  const pieces =
    msgId === undefined
      ? inspectBytes(bytes)
      : [inspectBareBody(Number.parseInt(msgId.replace(/^0x/iu, ''), 16), edition, bytes)];
  return pieces.flatMap((piece) => [piece, ...insideOf(piece)]).map((piece) => shownOf(piece, table, profile));
}

/** The message that a compressed one (0x0901) has in it, where that is a whole one. */
function insideOf({ msgId: id, header, bytes, kind, faults }: Inspected): Inspected[] {
  if (id !== msgId.compressed || !header || kind !== 'frame' || faults.length > 0) return [];
  const payload = wrappedPayload(unpacked(bytes.subarray(header.bodyOffset + LENGTH_BYTES, -1)), header.phoneKey);
  return payload ? [inspectPayload(Uint8Array.of(...payload, xorOf(payload, payload.length)))] : [];
}

/** Bytes that are unpacked; none when they are no gzip stream, or become more than any message. */
function unpacked(data: Uint8Array): Uint8Array {
  try {
    return gunzipSync(data, { maxOutputLength: MAX_FRAME_BYTES });
  } catch {
    return new Uint8Array();
  }
}

/** A recorded frame, of which header and body are kept, field by field. */
export function readRecorded(payload: Uint8Array, table: ItemTable, profile: string, refused: boolean): FrameShown {
  const checksum = payload.reduce((sum, b) => sum ^ b, 0);
  const shown = shownOf(inspectPayload(Uint8Array.of(...payload, checksum)), table, profile);
  const fault = { offset: payload.length, length: 1, text: '校验码错误，网关没有接收这一帧' };
  return refused ? { ...shown, faults: [fault, ...shown.faults] } : shown;
}

/** The body of a message that was kept alone, field by field. */
export const readBody = (
  { msgId, edition, body, profile }: { msgId: number; edition: HeaderVersion; body: Uint8Array; profile: string },
  table: ItemTable,
): FrameShown => shownOf(inspectBareBody(msgId, edition, body), table, profile);

/** A recorded frame as it stood on the wire, in hexadecimal digits. */
export const wireHex = (payload: Uint8Array): string => toHex(wrapFrame(payload));

/** A text as terminals write it. */
export const terminalText = (text: string): Uint8Array => encodeText(text);
