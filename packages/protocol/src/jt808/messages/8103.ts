import { ByteReader, ByteWriter } from '../../bytes';

/** A setting of the terminal, value as sent: unknown ids survive reading and writing. */
export interface Parameter {
  id: number;
  value: Uint8Array;
}

/** Set parameters. */
export interface SetParameters {
  parameters: Parameter[];
}

/** The terminal's parameters (0x0104), in answer to 0x8104 or 0x8106. */
export interface Parameters extends SetParameters {
  replySerial: number;
}

export function decodeSetParameters(data: Uint8Array): SetParameters {
  return { parameters: readParameters(new ByteReader(data)) };
}

export function encodeSetParameters(m: SetParameters): Uint8Array {
  return writeParameters(new ByteWriter(), m.parameters).result();
}

export function decodeParameters(data: Uint8Array): Parameters {
  const r = new ByteReader(data);
  return { replySerial: r.u16(), parameters: readParameters(r) };
}

export function encodeParameters(m: Parameters): Uint8Array {
  return writeParameters(new ByteWriter(1024).u16(m.replySerial), m.parameters).result();
}

/** Terminals count wrongly; the bytes decide. */
function readParameters(r: ByteReader): Parameter[] {
  r.u8();
  const parameters: Parameter[] = [];
  while (r.remaining >= 5) parameters.push({ id: r.u32(), value: r.bytes(r.u8()) });
  return parameters;
}

function writeParameters(w: ByteWriter, parameters: Parameter[]): ByteWriter {
  w.u8(parameters.length);
  for (const p of parameters) w.u32(p.id).u8(p.value.length).bytes(p.value);
  return w;
}
