/** So much of a film is read at a place, bytes: its index names the coding in its first hundreds. */
const PIECE_BYTES = 64 * 1024;
/** In so many bytes of an index its tracks have named their codings. */
const INDEX_BYTES = 16 * 1024;
/** Boxes of a film that are gone through: the index stands in front of the pictures or right behind them. */
const MOST_BOXES = 8;
/** Size and type of a box (ISO/IEC 14496-12). */
const HEAD_BYTES = 8;

/** The first bytes of a link from `from` on; null when it does not lead to a film or a sound: an ended one answers with a sentence. */
export async function pieceOf(link: string, from = 0): Promise<Uint8Array<ArrayBuffer> | null> {
  const answer = await fetch(link, { headers: { range: `bytes=${from}-${from + PIECE_BYTES - 1}` } });
  const isMedia = answer.ok && /^(?:video|audio)\//u.test(answer.headers.get('content-type') ?? '');
  // a server without ranges begins at the beginning, and sends all of it
  if (!isMedia || !answer.body || (from > 0 && answer.status !== 206)) {
    await answer.body?.cancel();
    return null;
  }
  const reader = answer.body.getReader();
  const piece = new Uint8Array(PIECE_BYTES);
  let length = 0;
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    const part = next.value.subarray(0, PIECE_BYTES - length);
    piece.set(part, length);
    length += part.length;
    if (length === PIECE_BYTES) break;
  }
  await reader.cancel();
  return piece.subarray(0, length);
}

const typeAt = (piece: Uint8Array, at: number): string => String.fromCharCode(...piece.subarray(at, at + 4));

/** Codings that the index of a film names: type of the first sample entry of each track. */
function entriesOf(index: Uint8Array): string[] {
  const entries: string[] = [];
  // behind the type of the table: version, count of entries, size of the first one, its type
  for (let at = 0; at + 20 <= index.length; at++)
    if (index[at] === 0x73 && typeAt(index, at) === 'stsd') entries.push(typeAt(index, at + 16));
  return entries;
}

/**
 * The codings (`hvc1`, `avc1`, `mp4a`) of an MP4, of which the beginning is there; empty when it is none, or when its index cannot be read. An index behind the
 * pictures is asked for.
 */
export async function codingsOf(link: string, beginning: Uint8Array): Promise<string[]> {
  let [piece, from] = [beginning, 0];
  for (let at = 0, left = MOST_BOXES; left > 0; left--) {
    if (at + HEAD_BYTES * 2 > from + piece.length) {
      const next = await pieceOf(link, at);
      if (!next || next.length < HEAD_BYTES) return [];
      [piece, from] = [next, at];
    }
    const view = new DataView(piece.buffer, piece.byteOffset + at - from);
    if (typeAt(piece, at - from + 4) === 'moov') {
      const rest = piece.subarray(at - from);
      const isThere = at === from || rest.length >= Math.min(view.getUint32(0), INDEX_BYTES);
      const index = isThere ? rest : await pieceOf(link, at);
      return index ? entriesOf(index) : [];
    }
    // 1: a size of 64 bits follows the type; 0: the last box goes to the end
    const short = view.getUint32(0);
    const size = short === 1 && view.byteLength >= 16 ? Number(view.getBigUint64(8)) : short;
    if (size < HEAD_BYTES) return [];
    at += size;
  }
  return [];
}
