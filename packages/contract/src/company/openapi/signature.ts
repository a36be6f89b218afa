/** How calls of programs are signed, for server, page and examples alike (docs/open-interfaces.md). */
export const signedHeaders = {
  appKey: 'X-App-Key',
  time: 'X-Timestamp',
  nonce: 'X-Nonce',
  signature: 'X-Signature',
} as const;

/** Seconds by which the clock of a caller may differ from the server's. */
export const clockWindowS = 300;

/** Hours for which the former secret stays good after a new one was made. */
export const overlapH = 24;

/** What a signature covers, line by line. */
export interface SignedParts {
  appKey: string;
  /** in capitals */
  method: string;
  /** as it stands in the request, with what follows the question mark */
  path: string;
  /** seconds since 1970 as digits */
  time: string;
  nonce: string;
  /** SHA-256 of the body's bytes, small hexadecimal digits; that of nothing without a body */
  bodyHash: string;
}

/** The text that is signed: HMAC-SHA256 with the secret, written in small hexadecimal digits. */
export const textToSign = ({ appKey, method, path, time, nonce, bodyHash }: SignedParts): string =>
  [appKey, method, path, time, nonce, bodyHash].join('\n');
