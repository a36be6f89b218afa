import { concatBytes } from '../bytes';
import { FrameSplitter, MAX_FRAME_BYTES, type RawFrame } from './frame';
import { filePacketHeadBytes, filePacketMarkBytes, readFilePacketHead } from './messages/attachment/packet';

/** What stands in the stream of an attachment connection: a frame, or the next bytes of a file. */
export type AttachmentUnit =
  | { what: 'frame'; frame: RawFrame }
  /** a view of the chunk that was pushed */
  | { what: 'piece'; name: string; offset: number; data: Uint8Array };

const DELIMITER = 0x7e;
const NOTHING = new Uint8Array(0);

/**
 * Cuts the byte stream of a connection to the attachment server (T/JSATL 12-2017), in which frames and pieces of files follow each other without anything
 * between them: the first byte at each boundary tells which it is. Bytes of a piece are handed out as they come, so that no more than a frame is held.
 * After bytes that are neither it goes on at the next delimiter or mark.
 */
export class AttachmentSplitter {
  /** Bytes that belonged to nothing, frames with a wrong checksum among them. */
  garbage = 0;
  private pending: Uint8Array = NOTHING;
  private piece: { name: string; offset: number; left: number } | null = null;

  /** Longer pieces than `maxPieceBytes` are none: their length is damaged. */
  constructor(private readonly maxPieceBytes = 0x100_0000) {}

  /** Number of bytes held of what has not ended yet. */
  get waiting(): number {
    return this.pending.length;
  }

  /** What `chunk` brings, in order. Never throws. */
  push(chunk: Uint8Array): AttachmentUnit[] {
    const units: AttachmentUnit[] = [];
    const bytes = this.pending.length > 0 ? concatBytes([this.pending, chunk]) : chunk;
    this.pending = NOTHING;
    let at = 0;
    while (at < bytes.length) {
      const used = this.piece ? this.takePiece(bytes.subarray(at), units) : this.begin(bytes.subarray(at), units);
      if (used === 0) {
        this.pending = Uint8Array.prototype.slice.call(bytes, at);
        break;
      }
      at += used;
    }
    return units;
  }

  private takePiece(bytes: Uint8Array, units: AttachmentUnit[]): number {
    const { piece } = this;
    if (!piece) return 0;
    const data = bytes.subarray(0, piece.left);
    units.push({ what: 'piece', name: piece.name, offset: piece.offset, data });
    this.piece =
      data.length < piece.left
        ? { ...piece, offset: piece.offset + data.length, left: piece.left - data.length }
        : null;
    return data.length;
  }

  /** Takes what begins at a boundary; answers how many bytes it used, 0 when it needs more to tell. */
  private begin(bytes: Uint8Array, units: AttachmentUnit[]): number {
    if (bytes[0] === DELIMITER) return this.frame(bytes, units);
    const seen = Math.min(bytes.length, filePacketMarkBytes.length);
    for (let i = 0; i < seen; i++) if (bytes[i] !== filePacketMarkBytes[i]) return this.skip(1);
    if (bytes.length < filePacketHeadBytes) return 0;
    const { name, offset, length } = readFilePacketHead(bytes.subarray(0, filePacketHeadBytes));
    if (length > this.maxPieceBytes) return this.skip(1);
    if (length > 0) this.piece = { name, offset, left: length };
    return filePacketHeadBytes;
  }

  private frame(bytes: Uint8Array, units: AttachmentUnit[]): number {
    const end = bytes.indexOf(DELIMITER, 1);
    const length = end < 0 ? bytes.length : end + 1;
    if (length > MAX_FRAME_BYTES) return this.skip(1);
    if (end < 0) return 0;
    // two delimiters in a row: the second one opens the frame
    if (end === 1) return 1;
    const [frame] = new FrameSplitter().push(bytes.subarray(0, length));
    if (!frame) return this.skip(length - 1);
    units.push({ what: 'frame', frame });
    return length;
  }

  private skip(count: number): number {
    this.garbage += count;
    return count;
  }
}
