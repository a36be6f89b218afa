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
  /** its first bytes, as many as it needs at least */
  head: Uint8Array;
  /** the same, as many as a slice's header may need; fewer where it ends before */
  peek: Uint8Array;
}

/** Bytes at the beginning of a unit that are shown of it. */
const PEEK_BYTES = 64;

const START = Buffer.of(0, 0, 1);
const PIECE_BYTES = 256 * 1024;

/** The units of a raw film (ITU-T H.264 and H.265, annex B), read piece by piece, with so many of the first bytes of each. */
export async function* unitsOf(source: Source, headBytes: number): AsyncGenerator<Unit> {
  let open: Pick<Unit, 'at' | 'peek'> | null = null;
  const overlap = START.length + PEEK_BYTES;
  for (let from = 0; from < source.sizeBytes; from += PIECE_BYTES) {
    const piece = Buffer.from(await source.read(from, PIECE_BYTES + overlap));
    for (
      let found = piece.indexOf(START);
      found !== -1 && found < PIECE_BYTES;
      found = piece.indexOf(START, found + START.length)
    ) {
      if (open) yield* ended(open, from + zerosBefore(piece, found), headBytes);
      const first = found + START.length;
      open = { at: from + first, peek: Uint8Array.from(piece.subarray(first, first + PEEK_BYTES)) };
    }
  }
  if (open) yield* ended(open, source.sizeBytes, headBytes);
}

/** A unit that ends here; one shorter than its own head is damage, and a start code with nothing behind it begins none. */
function ended({ at, peek }: Pick<Unit, 'at' | 'peek'>, end: number, headBytes: number): Unit[] {
  const length = end - at;
  if (length < Math.max(1, headBytes)) return [];
  return [{ at, length, head: peek.subarray(0, headBytes), peek: peek.subarray(0, length) }];
}

/** Where the zeros begin that stand before a start code: no unit ends with one. */
function zerosBefore(piece: Uint8Array, found: number): number {
  let at = found;
  while (at > 0 && piece[at - 1] === 0) at--;
  return at;
}
