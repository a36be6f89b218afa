import { ByteReader, ByteWriter, concatBytes, u16At } from '../bytes';

/**
 * JT/T 809-2011 framing (clause 4.4): 5B | header of 22 bytes | body | CRC of two bytes | 5D. The delimiters and the escapes themselves are escaped between
 * them, each by its own pair, so that neither delimiter ever stands inside of a frame.
 */
const BEGIN = 0x5b;
const END = 0x5d;
/** byte → what stands for it on the wire */
const ESCAPES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [BEGIN, [0x5a, 1]],
  [0x5a, [0x5a, 2]],
  [END, [0x5e, 1]],
  [0x5e, [0x5e, 2]],
]);
const HEADER_BYTES = 22;
/** begin, header, CRC, end */
const FRAME_BYTES = HEADER_BYTES + 4;
/** Longest frame that is waited for; texts and pictures of other platforms are shorter. */
const MAX_FRAME_BYTES = 1 << 20;

/** Constants M1, IA1 and IC1 by which the two platforms agreed to scramble bodies (clause 4.5.3); 32 bits each. */
export interface Scramble {
  m1: number;
  ia1: number;
  ic1: number;
}

/** What goes before a body. */
export interface Header809 {
  /** MSG_SN: counts the messages of a sender */
  serial: number;
  /** MSG_ID: 0x1001 … */
  id: number;
  /** MSG_GNSSCENTERID: the number that the higher platform gave the lower one */
  centerId: number;
  /** ENCRYPT_KEY: null = the body is sent as it is */
  key: number | null;
}
export interface Message809 extends Header809 {
  body: Uint8Array;
}

/** CRC-16 of CCITT over header and body: polynomial 0x1021, beginning with 0xFFFF. */
function crc16(data: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of data) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/**
 * Scrambles a body, or gives it back: the bytes are XORed with bits 20-27 of a row of numbers that begins with the key (clause 4.5.3). A key or a modulus of
 * zero counts as one.
 */
export function scrambleBody(data: Uint8Array, key: number, { m1, ia1, ic1 }: Scramble): Uint8Array {
  const modulus = m1 === 0 ? 1 : m1;
  let state = key === 0 ? 1 : key;
  return data.map((byte) => {
    state = (Math.imul(ia1, state % modulus) + ic1) >>> 0;
    return byte ^ ((state >>> 20) & 0xff);
  });
}

/** The bytes of a message on the wire. `scramble` is needed where the header has a key. */
export function encodeFrame809({ serial, id, centerId, key, body }: Message809, scramble?: Scramble): Uint8Array {
  const sealed = key !== null && scramble ? scrambleBody(body, key, scramble) : body;
  const w = new ByteWriter(64 + body.length)
    .u32(FRAME_BYTES + body.length)
    .u32(serial)
    .u16(id)
    .u32(centerId);
  // version 1.0.0 of the protocol
  w.u8(1).u8(0).u8(0);
  w.u8(key === null ? 0 : 1).u32(key ?? 0);
  w.bytes(sealed);
  const crc = crc16(w.result());
  w.u16(crc);
  const wire: number[] = [BEGIN];
  for (const byte of w.result()) wire.push(...(ESCAPES.get(byte) ?? [byte]));
  wire.push(END);
  return Uint8Array.from(wire);
}

/** Cuts the byte stream of a link into messages. Bytes outside of a frame and frames that are damaged are counted and left out. */
export class Splitter809 {
  /** frames with a wrong length, CRC or escape, and runs of bytes outside of frames */
  refused = 0;
  private pending: Uint8Array = new Uint8Array(0);

  constructor(private readonly scramble?: Scramble) {}

  /** Messages that `chunk` completes, in their order. Never throws. */
  push(chunk: Uint8Array): Message809[] {
    let data = this.pending.length === 0 ? chunk : concatBytes([this.pending, chunk]);
    const messages: Message809[] = [];
    for (;;) {
      const begin = data.indexOf(BEGIN);
      if (begin !== 0 && data.length > 0) this.refused++;
      data = begin < 0 ? new Uint8Array(0) : data.subarray(begin);
      const end = data.indexOf(END);
      if (end < 0) break;
      const message = this.read(data.subarray(1, end));
      if (message) messages.push(message);
      else this.refused++;
      data = data.subarray(end + 1);
    }
    if (data.length > MAX_FRAME_BYTES) {
      this.refused++;
      data = new Uint8Array(0);
    }
    this.pending = data.slice();
    return messages;
  }

  private read(wire: Uint8Array): Message809 | null {
    const plain = unescape809(wire);
    if (!plain || plain.length < FRAME_BYTES - 2) return null;
    const covered = plain.subarray(0, plain.length - 2);
    if (crc16(covered) !== u16At(plain, plain.length - 2)) return null;
    const r = new ByteReader(covered);
    if (r.u32() !== plain.length + 2) return null;
    const [serial, id, centerId] = [r.u32(), r.u16(), r.u32()];
    r.bytes(3);
    const sealed = r.u8() === 1;
    const key = r.u32();
    const body = r.rest().slice();
    if (!sealed) return { serial, id, centerId, key: null, body };
    return this.scramble ? { serial, id, centerId, key, body: scrambleBody(body, key, this.scramble) } : null;
  }
}

/** Undoes the escapes between the delimiters; null when an escape is followed by anything but 1 or 2. */
function unescape809(wire: Uint8Array): Uint8Array | null {
  const plain: number[] = [];
  for (let i = 0; i < wire.length; i++) {
    const byte = wire[i] ?? 0;
    if (byte !== 0x5a && byte !== 0x5e) {
      plain.push(byte);
      continue;
    }
    const which = wire[++i];
    if (which !== 1 && which !== 2) return null;
    if (which === 2) plain.push(byte);
    else plain.push(byte === 0x5a ? BEGIN : END);
  }
  return Uint8Array.from(plain);
}
