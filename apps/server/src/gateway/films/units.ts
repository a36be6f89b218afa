/** Bytes that can be read anywhere. */
export interface Source {
  sizeBytes: number;
  /** Bytes from a place on, no fewer than asked for unless they end before. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** A unit of a film (NAL unit), without the start code before it. */
export interface Unit {
  at: number;
  length: number;
  /** its first bytes */
  head: Uint8Array;
}

const START = Buffer.of(0, 0, 1);
const PIECE_BYTES = 256 * 1024;

/** The units of a raw film (ITU-T H.264 and H.265, annex B), read piece by piece, with so many of the first bytes of each. */
export async function* unitsOf(source: Source, headBytes: number): AsyncGenerator<Unit> {
  let open: { at: number; head: Uint8Array } | null = null;
  const overlap = START.length + headBytes;
  for (let from = 0; from < source.sizeBytes; from += PIECE_BYTES) {
    const piece = Buffer.from(await source.read(from, PIECE_BYTES + overlap));
    for (
      let found = piece.indexOf(START);
      found !== -1 && found < PIECE_BYTES;
      found = piece.indexOf(START, found + START.length)
    ) {
      if (open) yield* ended(open, from + zerosBefore(piece, found));
      const first = found + START.length;
      open = { at: from + first, head: Uint8Array.from(piece.subarray(first, first + headBytes)) };
    }
  }
  if (open) yield* ended(open, source.sizeBytes);
}

/** A unit that ends here; one shorter than its own head is damage, and a start code with nothing behind it begins none. */
const ended = ({ at, head }: { at: number; head: Uint8Array }, end: number): Unit[] =>
  end - at < Math.max(1, head.length) ? [] : [{ at, length: end - at, head }];

/** Where the zeros begin that stand before a start code: no unit ends with one. */
function zerosBefore(piece: Uint8Array, found: number): number {
  let at = found;
  while (at > 0 && piece[at - 1] === 0) at--;
  return at;
}
