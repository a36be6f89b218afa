/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Where a cell stands, both counted from 1 as in a spreadsheet's own numbers. */
export interface Place {
  row: number;
  column: number;
}
/** Most rows and columns of a sheet of the format. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384 } as const;

/** `AB12` or `$AB$12` → row 12, column 28; null when it is no address of a cell. */
export function placeOf(address: string): Place | null {
  const parts = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/u.exec(address);
  if (!parts) return null;
  let column = 0;
  for (const letter of parts[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(parts[2]);
  return row <= sheetLimits.rows && column <= sheetLimits.columns ? { row, column } : null;
}

export const addressOf = ({ row, column }: Place): string => `${columnName(column - 1)}${row}`;

/** A rectangle of cells with its corners. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** `A1:C3`, `A1` alone, whole rows `1:2` or whole columns `A:C`; null when it is none of them. */
export function areaOf(text: string): Area | null {
  const [first = '', last = first] = text.split(':', 2);
  const [a, b] =
    /\d/u.test(first) && /[A-Z]/u.test(first)
      ? [placeOf(first), placeOf(last)]
      : /\d/u.test(first)
        ? [placeOf(`A${first}`), placeOf(`XFD${last}`)]
        : [placeOf(`${first}1`), placeOf(`${last}${sheetLimits.rows}`)];
  if (!a || !b) return null;
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}
