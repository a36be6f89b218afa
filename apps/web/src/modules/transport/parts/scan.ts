/** A line that a scanner can tick: its code, and how many pieces are due. */
export interface ScanLine {
  code: string;
  due: number;
}
/** What was scanned of each line so far: numbers of pieces, or all of them at once. */
export type Scans = Readonly<Record<string, { pieces: readonly number[]; whole: boolean }>>;

export interface Scanned {
  scans: Scans;
  /** false: something is wrong with it, the scanner's hand must stop */
  ok: boolean;
  text: string;
}

/** A label of one piece is the code of its line and a number of at least three digits; children of a divided order end with two. */
export function readLabel(text: string): { code: string; piece: number | null } {
  const code = text.trim().toUpperCase();
  const match = /^(.+)-(\d{3,})$/u.exec(code);
  return match ? { code: match[1] ?? code, piece: Number(match[2]) } : { code, piece: null };
}

export const countOf = (scans: Scans, { code, due }: ScanLine): number => {
  const seen = scans[code];
  return seen ? (seen.whole ? Math.max(due, seen.pieces.length) : seen.pieces.length) : 0;
};

/** Takes one scan into account: the code of a line counts all its pieces, the label of a piece counts that piece once. */
export function countScan(scans: Scans, lines: readonly ScanLine[], text: string, noun: string): Scanned {
  const { code, piece } = readLabel(text);
  const line = lines.find((one) => one.code === code);
  if (!line) return { scans, ok: false, text: `${code} 不在${noun}` };
  const seen = scans[code] ?? { pieces: [], whole: false };
  if (piece === null) {
    if (seen.whole) return { scans, ok: false, text: `${code} 已扫过` };
    return { scans: { ...scans, [code]: { ...seen, whole: true } }, ok: true, text: `${code} 整单 ${line.due} 件` };
  }
  if (seen.whole) return { scans, ok: false, text: `${code} 已整单扫过` };
  if (seen.pieces.includes(piece)) return { scans, ok: false, text: `${code} 第 ${piece} 件已扫过` };
  const next = { ...scans, [code]: { ...seen, pieces: [...seen.pieces, piece] } };
  const count = countOf(next, line);
  return count > line.due
    ? { scans: next, ok: false, text: `${code} 多出 ${count - line.due} 件，应为 ${line.due} 件` }
    : { scans: next, ok: true, text: `${code} 第 ${piece} 件，${count}/${line.due}` };
}

/** Scanned pieces of one code spread over its lines: labels are numbered through the lines in their order; what goes beyond is the last one's. */
export function piecesByLine(scans: Scans[string] | undefined, due: readonly number[]): number[] {
  if (!scans) return due.map(() => 0);
  if (scans.whole) return [...due];
  let first = 1;
  return due.map((pieces, i) => {
    const from = first;
    first += pieces;
    const last = i === due.length - 1 ? Number.POSITIVE_INFINITY : first - 1;
    return scans.pieces.filter((piece) => piece >= from && piece <= last).length;
  });
}
