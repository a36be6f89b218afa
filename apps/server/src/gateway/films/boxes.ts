/** Boxes of an MP4 file (ISO/IEC 14496-12). */
export const text = (signs: string): Uint8Array => Buffer.from(signs, 'latin1');

export function u16(...values: number[]): Uint8Array {
  const out = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) out.writeUInt16BE(value, 2 * i);
  return out;
}

/** A whole number that 32 bits may not hold. */
export function u64(value: number): Uint8Array {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(value));
  return out;
}

export function u32(...values: number[]): Uint8Array {
  return numbers(values);
}

/** The same for many. */
export function numbers(values: ArrayLike<number>): Uint8Array {
  const out = Buffer.alloc(4 * values.length);
  for (let i = 0; i < values.length; i++) out.writeUInt32BE(values[i] ?? 0, 4 * i);
  return out;
}

export const box = (name: string, ...parts: Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(length), text(name), ...parts]);
};
