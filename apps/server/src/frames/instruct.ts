import { type InstructParam, type InstructValues, paramsFault } from '@tongda/contract/watch/command/edition';
import { instructParamType, setParametersId } from '@tongda/contract/watch/command/edition-enums';
import { ByteWriter, fromHex, toHex } from '@tongda/protocol/bytes';
import { encodeFrame } from '@tongda/protocol/jt808/codec';
import { encodeText } from '@tongda/protocol/text';

/** A value that does not fit its parameter. */
export class ValueFault extends Error {
  constructor(
    readonly key: string,
    message: string,
  ) {
    super(message);
  }
}

/** The body of a command of the catalogue with these values, in hex. Throws {@link ValueFault} for a value that is missing or does not fit. */
export function encodeInstruct(msgId: string, params: readonly InstructParam[], values: InstructValues): string {
  const fault = paramsFault(msgId, params);
  if (fault !== null) throw new ValueFault('', fault);
  const parts = params.flatMap((param) => {
    const bytes = bytesOf(param, values[param.key] ?? param.fallback);
    return bytes === null ? [] : [{ key: param.key, bytes }];
  });
  const w = new ByteWriter(64);
  if (msgId !== setParametersId) {
    for (const { bytes } of parts) w.bytes(bytes);
    return toHex(w.result());
  }
  if (parts.length === 0) throw new ValueFault('', '请至少填写一项参数');
  w.u8(parts.length);
  for (const { key, bytes } of parts) w.u32(Number.parseInt(key, 16)).u8(bytes.length).bytes(bytes);
  return toHex(w.result());
}

/** Bytes of one value; null when it is left out. */
function bytesOf(param: InstructParam, value: string | number): Uint8Array | null {
  const { key, name, type, length, required } = param;
  const typed = String(value).trim();
  if (typed === '') {
    if (required) throw new ValueFault(key, `请填写${name}`);
    return length === 0 || type === instructParamType.int || type === instructParamType.enum
      ? null
      : new Uint8Array(length);
  }
  switch (type) {
    case instructParamType.int:
    case instructParamType.enum:
      return numberBytes(param, typed);
    case instructParamType.str: {
      const bytes = encodeText(typed);
      if (length === 0) return bytes;
      if (bytes.length > length) throw new ValueFault(key, `${name}编码后有${bytes.length}字节，最多${length}字节`);
      return new ByteWriter(length).padded(bytes, length).result();
    }
    case instructParamType.bytes: {
      const digits = typed.replace(/\s/gu, '');
      if (!/^([0-9a-f]{2})+$/iu.test(digits)) throw new ValueFault(key, `${name}应为十六进制，两位一个字节`);
      if (length > 0 && digits.length !== 2 * length) throw new ValueFault(key, `${name}应为${length}字节`);
      return fromHex(digits);
    }
  }
}

function numberBytes({ key, name, type, length, min, max, options }: InstructParam, typed: string): Uint8Array {
  const number = Number(typed);
  if (!Number.isInteger(number)) throw new ValueFault(key, `${name}应为整数`);
  if (type === instructParamType.enum && !options.some(({ code }) => code === number))
    throw new ValueFault(key, `${name}不在可选范围内`);
  const [low, high] = [min ?? 0, max ?? 2 ** (8 * length) - 1];
  if (type === instructParamType.int && (number < low || number > high))
    throw new ValueFault(key, `${name}应在${low}~${high}之间`);
  const w = new ByteWriter(length);
  return (length === 1 ? w.u8(number) : length === 2 ? w.u16(number) : w.u32(number)).result();
}

/** Number of the terminal, and serial, of a preview. */
const samplePhone = '13800138000';

/** A body as it would stand on the wire, with header, checksum and escapes. */
export function sampleFrame(msgId: string, body: string, protocol: string): string {
  const version = protocol === 'JT808-2019' ? '2019' : '2013';
  const bytes = fromHex(body);
  return toHex(encodeFrame({ msgId: Number.parseInt(msgId, 16), version, phone: samplePhone, serial: 1, body: bytes }));
}
