/**
 * Signed word. Makers write negative values as two's complement or as sign and magnitude; the two do not meet in any range that a probe measures:
 * 0x8001-0xBFFF is sign and magnitude, 0xC000-0xFFFE two's complement. 0xFFFF is left to the caller (no probe).
 */
export function signedWord(raw: number): number {
  if (raw < 0x8000) return raw;
  return raw < 0xc000 ? -(raw & 0x7fff) : raw - 0x10000;
}

/** Coldest and warmest that a probe in a truck can measure, ℃; beyond is a broken one (127.0 is what many send then). */
const TEMP_MIN_C = -70;
const TEMP_MAX_C = 125;

/** ℃ of a word in 0.1 ℃; null for a missing or broken probe. */
export function tempOf(raw: number): number | null {
  if (raw === 0xffff) return null;
  const tempC = signedWord(raw) / 10;
  return tempC >= TEMP_MIN_C && tempC <= TEMP_MAX_C ? tempC : null;
}

/** %RH of a word in 0.1 %; null for a missing or broken probe (0x0FFF and anything above 100 %). */
export function humidityOf(raw: number): number | null {
  return raw <= 1000 ? raw / 10 : null;
}
