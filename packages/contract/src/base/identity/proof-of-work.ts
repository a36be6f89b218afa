/**
 * 安全验证 of a login: instead of a picture that people read and programs read too, the browser finds a number for which
 * SHA-256(`key` + '.' + number) begins with so many zero bits (docs/decisions/079). It needs no eyes, no hands and no other site.
 */
export const proofOfWork = {
  /** seconds that a key is good for, once */
  ttlS: 120,
  /** zero bits after two failures of an account; nobody notices */
  usualBits: 14,
  /** when many accounts fail at one network: a moment at a desk, a second on a cheap phone */
  networkBits: 17,
  /** when logins fail everywhere: a second at a desk */
  overallBits: 19,
} as const;

/** What is hashed for a key and a number that is tried. */
export const proofText = (key: string, nonce: string): string => `${key}.${nonce}`;

/** Number of zero bits that a hash begins with. */
export function leadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}
