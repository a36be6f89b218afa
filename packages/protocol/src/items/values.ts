/**
 * A word as a signed number. Some makers write negative values as two's complement, others as sign and magnitude. In the range that a probe can measure
 * the two never give the same word: 0x8001-0xBFFF is sign and magnitude, 0xC000-0xFFFE two's complement. 0xFFFF (no probe) is the caller's to check.
 */
export function signedWord(raw: number): number {
  if (raw < 0x8000) return raw;
  return raw < 0xc000 ? -(raw & 0x7fff) : raw - 0x10000;
}

/** Lowest and highest temperature that a probe in a truck can measure, ℃. A value beyond comes from a broken probe; many then send 127.0. */
const TEMP_MIN_C = -70;
const TEMP_MAX_C = 125;

/** ℃ of a word in units of 0.1 ℃; null for a missing or broken probe. */
export function tempOf(raw: number): number | null {
  if (raw === 0xffff) return null;
  const tempC = signedWord(raw) / 10;
  return tempC >= TEMP_MIN_C && tempC <= TEMP_MAX_C ? tempC : null;
}

/** %RH of a word in units of 0.1 %; null for a missing or broken probe (0x0FFF, or anything above 100 %). */
export function humidityOf(raw: number): number | null {
  return raw <= 1000 ? raw / 10 : null;
}
