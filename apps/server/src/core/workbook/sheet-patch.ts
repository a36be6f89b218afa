import { addressOf, placeOf } from './address';
import { relationsNs } from './namespaces';
import { type Change, rewriteXml } from './rewrite';
import type { Styles } from './styles';
import type { ZipReader } from './unzip';
import { type Attributes, attributeOf, type Element, readXml } from './xml';

/** What has to be known of a sheet before its cells are marked. */
export interface SheetFrame {
  /** styles of the cells that were asked for */
  styles: ReadonlyMap<string, number>;
  /** id of the drawing of its comments */
  drawingId: string | undefined;
}

/** Of a sheet that has no comments. */
export const noFrame: SheetFrame = { styles: new Map(), drawingId: undefined };

/** Reads a sheet for the styles of some cells, by address; throws WorkbookFault. */
export async function readSheetFrame(
  zip: ZipReader,
  part: string,
  asked: { has: (ref: string) => boolean },
): Promise<SheetFrame> {
  const styles = new Map<string, number>();
  const frame: { drawingId: string | undefined } = { drawingId: undefined };
  const file = zip.find(part);
  const at = new CellCounter();
  if (file)
    await readXml(zip.read(file), {
      open: ({ name, attributes }) => {
        const place = at.open(name, attributes);
        const ref = place && attributes.s ? addressOf(place) : '';
        if (ref !== '' && asked.has(ref)) styles.set(ref, Number(attributes.s));
        if (name === 'legacyDrawing') frame.drawingId = attributeOf(attributes, 'id');
      },
    });
  return { styles, ...frame };
}

/** Follows where cells stand, as rows and cells need not say it. */
class CellCounter {
  row = 0;
  column = 0;

  /** The place of a cell that opens, null when it is another element. */
  open(name: string, attributes: Attributes): { row: number; column: number } | null {
    if (name === 'row') {
      this.row = Number(attributes.r) || this.row + 1;
      this.column = 0;
    }
    if (name !== 'c') return null;
    this.column = placeOf(attributes.r ?? '')?.column ?? this.column + 1;
    return { row: this.row, column: this.column };
  }
}

/** Elements of a sheet that stand behind the one that names the drawing of its comments. */
const behindDrawing = new Set([
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
  'AlternateContent',
]);

interface Marks {
  /** addresses of cells that get the marking background */
  marked: ReadonlySet<string>;
  /** addresses of cells that had it */
  old: ReadonlySet<string>;
  styles: Styles;
  /** id of a drawing that the sheet has to name */
  drawingId: string | null;
}

/** A sheet with other styles of some cells; cells and rows that it does not have are added. Throws WorkbookFault. */
export function patchSheet(zip: ZipReader, part: string, marks: Marks): AsyncGenerator<string> {
  const file = zip.find(part);
  const patch = new SheetPatch(marks);
  const source = file ? zip.read(file) : (async function* () {})();
  return rewriteXml(source, {
    open: (element) => patch.open(element),
    closing: (name, prefix, depth) => patch.closing(name, prefix, depth),
  });
}

class SheetPatch {
  /** marked cells that were not met yet: columns by row, both in order */
  private readonly missing = new Map<number, number[]>();
  private readonly missingRows: number[];
  private readonly at = new CellCounter();
  /** style that an absent cell of the row has */
  private rowStyle = 0;
  private drawingId: string | null;

  constructor(private readonly marks: Marks) {
    this.drawingId = marks.drawingId;
    for (const ref of marks.marked) {
      const place = placeOf(ref);
      if (place) this.missing.set(place.row, [...(this.missing.get(place.row) ?? []), place.column]);
    }
    for (const columns of this.missing.values()) columns.sort((a, b) => a - b);
    this.missingRows = [...this.missing.keys()].sort((a, b) => a - b);
  }

  open({ name, attributes, tag, depth }: Element): Change | undefined {
    const x = tag.name.slice(0, tag.name.length - name.length);
    const place = this.at.open(name, attributes);
    if (place) return this.openCell(place, attributes, x);
    if (name === 'row') return this.openRow(attributes, x);
    if (depth === 1 && behindDrawing.has(name))
      return { before: this.takeDrawing(name === 'AlternateContent' ? '' : x) };
    return undefined;
  }

  closing(name: string, x: string, depth: number): string | undefined {
    if (name === 'row') return this.cellsBefore(Number.POSITIVE_INFINITY, x);
    if (name === 'sheetData') return this.rowsBefore(Number.POSITIVE_INFINITY, x);
    return depth === 0 ? this.takeDrawing(x) : undefined;
  }

  private openCell(place: { row: number; column: number }, attributes: Attributes, x: string): Change | undefined {
    const before = this.cellsBefore(place.column, x);
    const ref = addressOf(place);
    const { marked, old, styles } = this.marks;
    const columns = this.missing.get(place.row);
    if (columns?.[0] === place.column) columns.shift();
    if (!marked.has(ref) && !old.has(ref)) return before ? { before } : undefined;
    const stated = Number(attributes.s ?? 0);
    const plain = old.has(ref) ? styles.unmarked(stated) : stated;
    const style = marked.has(ref) ? styles.marked(plain) : plain;
    return { before, attributes: { ...attributes, s: String(style) } };
  }

  private openRow(attributes: Attributes, x: string): Change | undefined {
    const { row } = this.at;
    const before = this.rowsBefore(row, x);
    this.rowStyle = /^(?:1|true)$/u.test(attributes.customFormat ?? '') ? Number(attributes.s ?? 0) : 0;
    if (!this.missing.has(row)) return before ? { before } : undefined;
    // says between which columns its cells stand, which may become wrong
    const { spans: _spans, ...others } = attributes;
    return { before, attributes: others };
  }

  /** Marked cells of the open row that stand before a column and that the sheet does not have. */
  private cellsBefore(column: number, x: string): string {
    const columns = this.missing.get(this.at.row);
    let cells = '';
    while (columns && columns.length > 0 && (columns[0] ?? 0) < column)
      cells += this.emptyCell({ row: this.at.row, column: columns.shift() ?? 0 }, this.rowStyle, x);
    return cells;
  }

  /** Rows of marked cells before a row that the sheet does not have. */
  private rowsBefore(row: number, x: string): string {
    let rows = '';
    while (this.missingRows.length > 0 && (this.missingRows[0] ?? 0) <= row) {
      const next = this.missingRows.shift() ?? 0;
      if (next === row) break;
      const columns = this.missing.get(next)?.splice(0) ?? [];
      if (columns.length > 0)
        rows += `<${x}row r="${next}">${columns.map((column) => this.emptyCell({ row: next, column }, 0, x)).join('')}</${x}row>`;
    }
    return rows;
  }

  private emptyCell(place: { row: number; column: number }, style: number, x: string): string {
    return `<${x}c r="${addressOf(place)}" s="${this.marks.styles.marked(style)}"/>`;
  }

  /** The element that names the drawing of comments, once. */
  private takeDrawing(x: string): string {
    const id = this.drawingId;
    this.drawingId = null;
    return id === null ? '' : `<${x}legacyDrawing xmlns:r="${relationsNs}" r:id="${id}"/>`;
  }
}
