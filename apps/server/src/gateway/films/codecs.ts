import { box, u16 } from './boxes';
import type { Codec, Sets, Shape } from './codec';
import { h264 } from './h264';
import { h265 } from './h265';

/** The codings that terminals record in. */
export const codecs: readonly Codec[] = [h264, h265];

/** How a player decodes a film of this size; `inBand`: it has parameter sets among its pictures too. */
export function sampleEntry(
  codec: Codec,
  { sets, inBand }: { sets: Sets; inBand: boolean },
  { width, height }: Shape,
): Uint8Array {
  const zeros = (count: number): Uint8Array => new Uint8Array(count);
  return box(
    inBand ? codec.inBandEntry : codec.entry,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height, 0x48, 0, 0x48, 0),
    zeros(4),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    codec.configOf(sets, !inBand),
  );
}
