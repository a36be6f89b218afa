import { inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { addressOf, columnName, placeOf } from '../src/core/workbook/address';
import { collect } from '../src/core/workbook/collect';
import { escapeXml } from '../src/core/workbook/xml';
import { ZipWriter } from '../src/core/workbook/zip';

type Plain = string | number | boolean | Date | { error: string };
/** What a test puts into a cell. */
export type TestValue = Plain | null | undefined | { formula: string; result?: Plain } | { rich: string[] };

/** Workbooks as users' programs write them: texts of their own part, dates as numbers with a format. Made by hand, beside the product's own writer. */
export class TestBook {
  readonly sheets: TestSheet[] = [];
  private readonly strings = new Map<string, number>();
  private readonly formats = new Map([['General', 0]]);

  constructor(readonly options: { date1904?: true; definedNames?: string } = {}) {}

  /** A workbook with one sheet of headings and rows, as a user fills the template. */
  static ofRows(headings: readonly string[], rows: readonly TestValue[][]): Promise<Buffer> {
    const book = new TestBook();
    book.sheet('数据').addRows([[...headings], ...rows]);
    return book.bytes();
  }

  sheet(name = 'Sheet1', state?: 'hidden' | 'veryHidden'): TestSheet {
    const made = new TestSheet(name, state);
    this.sheets.push(made);
    return made;
  }

  async bytes(extra: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const sheets = this.sheets.map((sheet) => this.sheetXml(sheet));
    const { date1904, definedNames = '' } = this.options;
    const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const related = [
      ...this.sheets.map((_, i) => `worksheet" Target="worksheets/sheet${i + 1}.xml`),
      'styles" Target="styles.xml',
      'sharedStrings" Target="sharedStrings.xml',
    ];
    return zipOf({
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${mime}.sharedStrings+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${mime}.worksheet+xml"/>`).join('')}</Types>`,
      '_rels/.rels': `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${rels}">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${this.sheets.map(({ name, state }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`).join('')}</sheets>${definedNames}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRels}">${related.map((one, i) => `<Relationship Id="rId${i + 1}" Type="${rels}/${one}"/>`).join('')}</Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${this.formats.size}">${[...this.formats.keys()].map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.formats.size}">${[...this.formats.keys()].map((_, i) => `<xf numFmtId="${i === 0 ? 0 : 200 + i}" fontId="0" fillId="0" borderId="0" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${main}">${[...this.strings.keys()].map((xml) => `<si>${xml}</si>`).join('')}</sst>`,
      ...Object.fromEntries(sheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
      ...extra,
    });
  }

  private sheetXml({ rows, formats, before, after }: TestSheet): string {
    const lines = rows
      .map((cells, i) =>
        cells === undefined
          ? ''
          : `<row r="${i}">${cells.map((value, column) => (column === 0 ? '' : this.cellXml(`${columnName(column - 1)}${i}`, value, formats))).join('')}</row>`,
      )
      .join('');
    return `<worksheet xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${before}<sheetData>${lines}</sheetData>${after}</worksheet>`;
  }

  private cellXml(ref: string, value: TestValue, formats: ReadonlyMap<string, string>): string {
    const own = formats.get(ref);
    const isDate = value instanceof Date || (isFormula(value) && value.result instanceof Date);
    const code = own ?? (isDate ? 'yyyy\\-mm\\-dd\\ hh:mm:ss' : null);
    const style = code === null ? '' : ` s="${indexIn(this.formats, code)}"`;
    if (value === null || value === undefined) return own === undefined ? '' : `<c r="${ref}"${style}/>`;
    const formula = isFormula(value) ? `<f>${escapeXml(value.formula)}</f>` : '';
    const said = isFormula(value) ? value.result : value;
    if (said === undefined) return `<c r="${ref}"${style}>${formula}</c>`;
    const [type, text] = this.valueOf(said, formula !== '');
    return `<c r="${ref}"${style}${type}>${formula}<v>${text}</v></c>`;
  }

  private valueOf(value: Plain | { rich: string[] }, computed: boolean): [type: string, text: string] {
    if (typeof value === 'number') return ['', String(value)];
    if (typeof value === 'boolean') return [' t="b"', value ? '1' : '0'];
    if (typeof value === 'string' && computed) return [' t="str"', escapeXml(value)];
    if (value instanceof Date)
      return ['', String(value.getTime() / 86_400_000 + 25_569 - (this.options.date1904 ? 1_462 : 0))];
    if (typeof value === 'object' && 'error' in value) return [' t="e"', value.error];
    const texts = typeof value === 'string' ? [value] : value.rich;
    const xml = texts.map((text) => `<t xml:space="preserve">${escapeXml(text)}</t>`);
    return [
      ' t="s"',
      String(indexIn(this.strings, typeof value === 'string' ? xml.join('') : xml.map((t) => `<r>${t}</r>`).join(''))),
    ];
  }
}

/** A sheet of a test's workbook; rows and columns are counted from 1. */
export class TestSheet {
  readonly rows: Array<TestValue[] | undefined> = [];
  readonly formats = new Map<string, string>();
  /** XML before and behind the rows */
  before = '';
  after = '';

  constructor(
    readonly name: string,
    readonly state?: 'hidden' | 'veryHidden',
  ) {}

  addRow(values: readonly TestValue[]): this {
    this.rows[Math.max(1, this.rows.length)] = [undefined, ...values];
    return this;
  }
  addRows(rows: ReadonlyArray<readonly TestValue[]>): this {
    for (const row of rows) this.addRow(row);
    return this;
  }
  setRow(row: number, values: readonly TestValue[]): this {
    this.rows[row] = [undefined, ...values];
    return this;
  }
  set(ref: string, value: TestValue, format?: string): this {
    const { row, column } = placeOf(ref) ?? { row: 1, column: 1 };
    const cells = this.rows[row] ?? [];
    cells[column] = value;
    this.rows[row] = Array.from(cells);
    if (format !== undefined) this.formats.set(ref, format);
    return this;
  }
  merge(...areas: string[]): this {
    this.after = `<mergeCells count="${areas.length}">${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>${this.after}`;
    return this;
  }
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const isFormula = (value: TestValue | { rich: string[] }): value is { formula: string; result?: Plain } =>
  typeof value === 'object' && value !== null && 'formula' in value;

function indexIn(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

/** A ZIP file of these parts. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const { out, bytes } = collect();
  const zip = new ZipWriter(out);
  for (const [name, content] of Object.entries(parts)) await zip.add(name, [content]);
  await zip.finish();
  return bytes();
}

/** Parts of a ZIP file by name, read by other code than the product's. */
export function unzipped(file: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(file.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16);
  while (file.readUInt32LE(at) === 0x02014b50) {
    const nameLength = file.readUInt16LE(at + 28);
    const offset = file.readUInt32LE(at + 42);
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const content = file.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    parts.set(file.toString('utf8', at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/** The file with one of its parts changed. */
export async function changePart(file: Buffer, part: string, change: (xml: string) => string): Promise<Buffer> {
  const parts = unzipped(file);
  const before = parts.get(part);
  if (!before) throw new Error(`no part ${part}`);
  return zipOf({ ...Object.fromEntries(parts), [part]: change(before.toString('utf8')) });
}

interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
  text: string;
}
function treeOf(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name: name.replace(/^\w+:/u, ''), attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    for (const node of open) node.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root;
}
const allOf = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((child) => child.name === name);

/** What a reader of a workbook finds in a cell. */
export interface SeenCell {
  value: string | number | boolean | Date | undefined;
  note: string | undefined;
  /** RRGGBB of its background */
  fill: string | undefined;
  bold: boolean;
}
export class SeenSheet {
  private readonly cells = new Map<string, SeenCell>();
  /** highest row with a value */
  readonly rowCount: number;

  constructor(
    readonly name: string,
    readonly state: string,
    readonly root: Node,
    look: (cell: Node) => Omit<SeenCell, 'note'>,
    notes: ReadonlyMap<string, string>,
  ) {
    for (const cell of allOf(root, 'c')) {
      const ref = cell.attributes.r ?? '';
      this.cells.set(ref, { ...look(cell), note: notes.get(ref) });
    }
    for (const [ref, note] of notes)
      if (!this.cells.has(ref)) this.cells.set(ref, { value: undefined, note, fill: undefined, bold: false });
    // a sheet has more cells than a call takes arguments
    let rows = 0;
    for (const [ref, { value }] of this.cells) if (value !== undefined) rows = Math.max(rows, placeOf(ref)?.row ?? 0);
    this.rowCount = rows;
  }

  cell(ref: string): SeenCell {
    return this.cells.get(ref) ?? { value: undefined, note: undefined, fill: undefined, bold: false };
  }
  /** Values of a row up to its last one. */
  row(row: number): Array<SeenCell['value']> {
    const values: Array<SeenCell['value']> = [];
    for (const [ref, { value }] of this.cells) {
      const place = placeOf(ref);
      if (place?.row === row && value !== undefined) values[place.column - 1] = value;
    }
    return Array.from(values);
  }
  /** All rows, from the first. */
  get rows(): Array<Array<SeenCell['value']>> {
    return Array.from({ length: this.rowCount }, (_, i) => this.row(i + 1));
  }
  /** Attributes of every element of a name. */
  all(name: string): Array<Readonly<Record<string, string>>> {
    return allOf(this.root, name).map(({ attributes }) => attributes);
  }
}

/** A workbook as a spreadsheet shows it, read by other code than the product's. */
export function seenBook(file: Buffer): SeenSheet[] {
  const parts = unzipped(file);
  const tree = (part: string): Node | undefined => {
    const xml = parts.get(part);
    return xml && treeOf(xml.toString('utf8'));
  };
  const related = (part: string): Array<Readonly<Record<string, string>>> => {
    const at = part.lastIndexOf('/') + 1;
    const rels = tree(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
    return rels ? allOf(rels, 'Relationship').map(({ attributes }) => attributes) : [];
  };
  const resolve = (target = ''): string => new URL(target, 'file:///xl/worksheets/').pathname.slice(1);
  const targets = new Map(
    related('xl/workbook.xml').map(({ Id = '', Target = '' }) => [
      Id,
      new URL(Target, 'file:///xl/').pathname.slice(1),
    ]),
  );
  const strings = allOf(tree('xl/sharedStrings.xml') ?? treeOf('<sst/>'), 'si').map(({ text }) => text);
  const look = lookOf(tree('xl/styles.xml'), strings);
  const sheets = allOf(tree('xl/workbook.xml') ?? treeOf('<none/>'), 'sheet');
  return sheets.map(({ attributes }) => {
    const part = targets.get(attributes['r:id'] ?? '') ?? '';
    const comments = related(part).find(({ Type }) => Type?.endsWith('/comments'));
    const noted = comments ? allOf(tree(resolve(comments.Target)) ?? treeOf('<none/>'), 'comment') : [];
    const notes = new Map(noted.map((one) => [one.attributes.ref ?? '', one.text]));
    // a comment without a window is not shown
    const windows = related(part).find(({ Type }) => Type?.endsWith('/vmlDrawing'));
    const shown = windows ? drawnNotes(tree(resolve(windows.Target)) ?? treeOf('<none/>')) : new Set<string>();
    for (const ref of notes.keys()) if (!shown.has(ref)) throw new Error(`the comment of ${ref} has no window`);
    for (const ref of shown) if (!notes.has(ref)) throw new Error(`the window of ${ref} has no comment`);
    return new SeenSheet(
      attributes.name ?? '',
      attributes.state ?? 'visible',
      tree(part) ?? treeOf('<none/>'),
      look,
      notes,
    );
  });
}

const drawnNotes = (drawing: Node): Set<string> =>
  new Set(
    allOf(drawing, 'ClientData')
      .filter(({ attributes }) => attributes.ObjectType === 'Note')
      .map((data) =>
        addressOf({ row: Number(childOf(data, 'Row')?.text) + 1, column: Number(childOf(data, 'Column')?.text) + 1 }),
      ),
  );

function lookOf(styles: Node | undefined, strings: readonly string[]): (cell: Node) => Omit<SeenCell, 'note'> {
  const of = (parent: string): Node[] => (styles && allOf(styles, parent)[0]?.children) ?? [];
  const codes = new Map(of('numFmts').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']));
  return (cell) => {
    const style = of('cellXfs')[Number(cell.attributes.s ?? 0)]?.attributes ?? {};
    const code = codes.get(style.numFmtId ?? '') ?? '';
    const fill = of('fills')[Number(style.fillId ?? 0)];
    const solid = childOf(fill, 'patternFill')?.attributes.patternType === 'solid';
    const text = childOf(cell, cell.attributes.t === 'inlineStr' ? 'is' : 'v')?.text;
    return {
      value:
        text === undefined ? undefined : seenValue(cell.attributes.t ?? 'n', text, /yy|mm|hh/u.test(code), strings),
      fill: solid && fill ? allOf(fill, 'fgColor')[0]?.attributes.rgb?.slice(2) : undefined,
      bold: childOf(of('fonts')[Number(style.fontId ?? 0)], 'b') !== undefined,
    };
  };
}

function seenValue(type: string, text: string, isDate: boolean, strings: readonly string[]): SeenCell['value'] {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1';
  if (type !== 'n') return text;
  return isDate ? new Date(Math.round((Number(text) - 25_569) * 86_400) * 1000) : Number(text);
}
