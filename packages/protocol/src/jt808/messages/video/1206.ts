import { type ByteReader, ByteWriter } from '../../../bytes';

/** A recording was uploaded, or not (0x1206, JT/T 1078-2016 chapter 5). */
export interface UploadDone {
  /** Serial of 0x9206. */
  replySerial: number;
  /** 0 done, 1 failed. */
  result: number;
}

/** Order to an upload that is going on (0x9207, JT/T 1078-2016 chapter 5). */
export interface UploadControl {
  /** Serial of 0x9206. */
  uploadSerial: number;
  /** 0 pause, 1 go on, 2 cancel. */
  command: number;
}

/** Decodes a result. Throws RangeError when the body ends too early. */
export function decodeUploadDone(r: ByteReader): UploadDone {
  return { replySerial: r.u16('replySerial'), result: r.u8('result') };
}

/** Body of a result, 3 bytes. */
export const encodeUploadDone = (m: UploadDone): Uint8Array =>
  new ByteWriter(3).u16(m.replySerial).u8(m.result).result();

/** Decodes an order. Throws RangeError when the body ends too early. */
export function decodeUploadControl(r: ByteReader): UploadControl {
  return { uploadSerial: r.u16('uploadSerial'), command: r.u8('command') };
}

/** Body of an order, 3 bytes. */
export const encodeUploadControl = (m: UploadControl): Uint8Array =>
  new ByteWriter(3).u16(m.uploadSerial).u8(m.command).result();
