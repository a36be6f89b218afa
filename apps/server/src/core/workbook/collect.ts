import { Writable } from 'node:stream';

/** A stream that keeps what is written to it, and what it has kept. */
export function collect(): { out: Writable; bytes: () => Buffer } {
  const pieces: Buffer[] = [];
  const out = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  return { out, bytes: () => Buffer.concat(pieces) };
}
