/**
 * True when bit `no` (0 to 31) of a terminal's alarm word is set (JT/T 808-2019, table of the alarm flags). The word is an unsigned
 * 32-bit number, which JavaScript's own bit operations would take for a signed one.
 */
export const isBitSet = (word: number, no: number): boolean => word !== 0 && Math.floor(word / 2 ** no) % 2 === 1;
