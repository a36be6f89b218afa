import { type ByteReader, ByteWriter } from '../../../bytes';
import { type Recording, readRecording, writeRecording } from './recording';

/** A recording that a terminal has, with its size. */
export interface StoredRecording extends Recording {
  bytes: number;
}

/** Recordings of a terminal (0x1205, JT/T 1078-2016 chapter 5), its answer to 0x9205 and 0x9201, mostly in several packages. */
export interface RecordingList {
  /** Serial of the query. */
  replySerial: number;
  recordings: StoredRecording[];
}

const ROW_BYTES = 28;

/** Decodes a list. The rows that are there count: some terminals announce another number. Throws RangeError when the last row is cut off. */
export function decodeRecordingList(r: ByteReader): RecordingList {
  const replySerial = r.u16('replySerial');
  r.u32('count');
  const length = Math.ceil(r.remaining / ROW_BYTES);
  return {
    replySerial,
    recordings: r.list('recordings', length, () => ({ ...readRecording(r), bytes: r.u32('bytes') })),
  };
}

/** Body of a list, 28 bytes a recording. */
export function encodeRecordingList(m: RecordingList): Uint8Array {
  const w = new ByteWriter(6 + ROW_BYTES * m.recordings.length).u16(m.replySerial).u32(m.recordings.length);
  for (const recording of m.recordings) writeRecording(w, recording).u32(recording.bytes);
  return w.result();
}
