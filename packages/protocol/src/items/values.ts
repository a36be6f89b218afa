/**
 * A word as a signed number. Some makers write negative values as two's complement, others as sign and magnitude. In the range that a probe can measure
 * the two never give the same word: 0x8001-0xBFFF is sign and magnitude, 0xC000-0xFFFE two's complement. 0xFFFF (no probe) is the caller's to check.
 */
export function signedWord(raw: number): number {
  if (raw < 0x8000) return raw;
  return raw < 0xc000 ? -(raw & 0x7fff) : raw - 0x10000;
}
