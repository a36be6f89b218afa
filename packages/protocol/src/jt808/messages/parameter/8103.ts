import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';

/** One setting of a terminal. The value is kept as sent, so that settings unknown here survive being read and written back; `nameParameter` says what it means. */
export interface Parameter {
  id: number;
  value: Uint8Array;
}

/** Settings that the platform sends to a terminal (0x8103, JT/T 808-2013 8.9). */
export interface SetParameters {
  parameters: Parameter[];
}

/** Settings of a terminal (0x0104, JT/T 808-2013 8.12), its answer to 0x8104 or 0x8106. */
export interface Parameters extends SetParameters {
  /** Serial of the query. */
  replySerial: number;
}

/** Decodes settings of the platform. Throws RangeError when the body ends too early. */
export function decodeSetParameters(r: ByteReader): SetParameters {
  return { parameters: readParameters(r) };
}

/** Body of 0x8103: a count, then {id, length, value} for each setting. Throws RangeError for more than 255 of them, or a value of more than 255 bytes. */
export function encodeSetParameters(m: SetParameters): Uint8Array {
  return writeParameters(new ByteWriter(), m.parameters).result();
}

/** Decodes a terminal's settings. Throws RangeError when the body ends too early. */
export function decodeParameters(r: ByteReader): Parameters {
  return { replySerial: r.u16('replySerial'), parameters: readParameters(r) };
}

/** Body of 0x0104: the serial of the query, then the same as in 0x8103. */
export function encodeParameters(m: Parameters): Uint8Array {
  return writeParameters(new ByteWriter(1024).u16(m.replySerial), m.parameters).result();
}

/** Reads settings to the end of the body. The count in front is skipped, because some terminals count wrongly. */
function readParameters(r: ByteReader): Parameter[] {
  r.u8('count');
  const parameters: Parameter[] = [];
  while (r.remaining >= 5)
    parameters.push(
      r.entry('parameters', parameters.length, () => ({
        id: r.u32('id'),
        value: r.bytes(r.u8('valueLength'), 'value'),
      })),
    );
  return parameters;
}

function writeParameters(w: ByteWriter, parameters: Parameter[]): ByteWriter {
  writeCount(w, parameters.length);
  for (const p of parameters) writeCount(w.u32(p.id), p.value.length).bytes(p.value);
  return w;
}
