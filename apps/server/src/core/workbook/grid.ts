import { type Area, areaOf, placeOf, sheetLimits } from './address';
import { type Book, decodeEscapes, type SheetRef, TextCollector } from './book';
import { tooLarge } from './fault';
import { momentOf } from './formats';
import { Merges } from './merges';
import { type Attributes, readXml } from './xml';

/** A formula that failed, `#N/A`. */
export interface CellError {
  error: string;
}
/** A day or time in a cell, to the second, as if its clock were UTC; null where the number is none that a spreadsheet shows. */
export interface CellMoment {
  moment: Date | null;
  /** the cell shows only a time of day */
  timeOnly: boolean;
  days: number;
}
/** null: a formula without a result */
export type CellValue = string | number | boolean | CellError | CellMoment | null;
export interface GridCell {
  column: number;
  value: CellValue;
  /** code of its number format, '' for the usual one */
  format: string;
  /** text of its formula, '' where another cell has it */
  formula?: string;
}
/** A row with its cells that hold something, by column. */
export interface GridRow {
  row: number;
  cells: GridCell[];
}

/** Cells with something in them that are kept of a sheet: 10,000 lines of 200 columns, and some more. */
const maxCells = 2_500_000;
const maxMerges = 200_000;
/** of all rows that have only empty cells */
const noCells: GridCell[] = [];

/** What a sheet says, row by row; rows and columns are counted from 1. */
export class Grid {
  private readonly byRow: Map<number, GridRow>;

  constructor(
    /** in their order, those too that only have merged or empty cells */
    readonly rows: readonly GridRow[],
    readonly merges: Merges,
  ) {
    this.byRow = new Map(rows.map((one) => [one.row, one]));
  }

  rowAt(row: number): GridRow | undefined {
    return this.byRow.get(row);
  }

  /** The cell of a place; in merged cells the first one of them, which alone has a content. `heading`: row of that first one. */
  cellAt(row: number, column: number): { cell: GridCell | undefined; row: number; column: number } {
    const place = this.merges.firstOf(row, column) ?? { row, column };
    const line = this.byRow.get(place.row);
    return { ...place, cell: line && cellOf(line.cells, place.column) };
  }
}

function cellOf(cells: readonly GridCell[], column: number): GridCell | undefined {
  let [low, high] = [0, cells.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const cell = cells[middle];
    if (!cell || cell.column === column) return cell;
    if (cell.column < column) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Reads a sheet. What it costs follows from the cells that are written in it, not from the rectangle that they span. Throws WorkbookFault. */
export async function readGrid(book: Book, { part }: SheetRef): Promise<Grid> {
  const file = book.zip.find(part);
  if (!file) return new Grid([], new Merges([], 0));
  const reader = new GridReader(book);
  await readXml(book.zip.read(file), {
    open: ({ name, attributes }) => reader.open(name, attributes),
    text: (text) => reader.add(text),
    close: (name) => reader.close(name),
  });
  return reader.finish();
}

class GridReader {
  private readonly rows: GridRow[] = [];
  private readonly merges: Area[] = [];
  private kept = 0;
  private row = 0;
  private column = 0;
  private lastColumn = 0;
  private cells: GridCell[] = [];
  private hasCells = false;
  private type = 'n';
  private style = 0;
  private formula: string | undefined;
  private value: string | undefined;
  private into: 'v' | 'f' | null = null;
  private readonly inline = new TextCollector();

  constructor(private readonly book: Book) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.openCell(attributes);
    else if (name === 'v') this.into = this.startValue();
    else if (name === 'f') {
      this.into = 'f';
      this.formula = '';
    } else if (name === 'row') {
      const stated = Number(attributes.r);
      this.row = stated >= 1 && stated <= sheetLimits.rows ? stated : this.row + 1;
      this.column = 0;
      this.cells = [];
      this.hasCells = false;
    } else if (name === 'mergeCell') this.addMerge(attributes.ref ?? '');
    else if (this.type === 'inlineStr') this.inline.open(name);
  }

  add(text: string): void {
    if (this.into === 'v') this.value += text;
    else if (this.into === 'f') this.formula += text;
    else if (this.type === 'inlineStr') this.inline.add(text);
  }

  close(name: string): void {
    if (name === 'c') this.closeCell();
    else if (name === 'v' || name === 'f') this.into = null;
    else if (name === 'row') {
      if (!this.hasCells) return;
      if (this.rows.length >= sheetLimits.rows) throw tooLarge('more rows than a sheet has');
      this.rows.push({ row: this.row, cells: this.cells.length > 0 ? this.cells : noCells });
    } else if (this.type === 'inlineStr') this.inline.close(name);
  }

  finish(): Grid {
    const rows = this.merges.length > 0 ? this.rows : this.rows.filter(({ cells }) => cells.length > 0);
    const ordered = rows.every(({ row }, i) => i === 0 || row > (rows[i - 1]?.row ?? 0));
    if (!ordered) rows.sort((a, b) => a.row - b.row);
    return new Grid(rows, new Merges(this.merges, this.lastColumn));
  }

  private openCell({ r, t, s }: Attributes): void {
    const place = r === undefined ? null : placeOf(r);
    this.column = place?.column ?? this.column + 1;
    this.type = t ?? 'n';
    this.style = Number(s ?? 0);
    this.formula = undefined;
    this.value = undefined;
    this.hasCells = true;
  }

  private startValue(): 'v' {
    this.value = '';
    return 'v';
  }

  private closeCell(): void {
    const format = this.book.formats[this.style] ?? { code: '', meaning: 'number' };
    const value = this.valueOf(format.meaning);
    this.type = 'n';
    if (value === null && this.formula === undefined) return;
    const cell: GridCell = { column: this.column, value, format: format.code };
    if (this.formula !== undefined) cell.formula = this.formula;
    const before = this.cells.at(-1)?.column ?? 0;
    this.cells.push(cell);
    if (before > this.column) this.cells.sort((a, b) => a.column - b.column);
    this.lastColumn = Math.max(this.lastColumn, this.column);
    if (++this.kept > maxCells) throw tooLarge(`more than ${maxCells} cells`);
  }

  private valueOf(meaning: 'number' | 'day' | 'time'): CellValue {
    const { type, value, book } = this;
    if (type === 'inlineStr') return this.inline.take();
    if (value === undefined) return null;
    if (type === 'str') return decodeEscapes(value);
    const said = value.trim();
    if (said === '') return null;
    if (type === 's') return book.strings[Number(said)] ?? '';
    if (type === 'b') return said !== '0' && said.toLowerCase() !== 'false';
    if (type === 'e') return { error: said };
    if (type === 'd') return isoMoment(said);
    const number = Number(said);
    if (!Number.isFinite(number)) return said;
    if (meaning === 'number') return number;
    return { moment: momentOf(number, book.date1904), timeOnly: meaning === 'time' && number < 1, days: number };
  }

  private addMerge(ref: string): void {
    const area = areaOf(ref);
    if (!area || (area.top === area.bottom && area.left === area.right)) return;
    if (this.merges.length >= maxMerges) throw tooLarge(`more than ${maxMerges} merged areas`);
    this.merges.push(area);
  }
}

/** A cell that holds its date as a text, `2027-01-31T08:00:00`, as the strict form of the format may. */
function isoMoment(text: string): CellValue {
  const ms = Date.parse(/[Zz]|[+-]\d{2}:\d{2}$/u.test(text) ? text : `${text}${text.includes('T') ? 'Z' : ''}`);
  return Number.isNaN(ms) ? text : { moment: new Date(ms), timeOnly: false, days: Number.NaN };
}
