import { tooLarge, unreadable } from './fault';
import { builtInFormat, type Meaning, meaningOf } from './formats';
import { readRelations } from './relations';
import { ZipReader } from './unzip';
import { attributeOf, readXml } from './xml';

/** A workbook may unpack to this much; more is a zip bomb, not a list of 10,000 rows. */
const maxUnpackedBytes = 200 * 1024 * 1024;
/** Texts that a workbook keeps apart from its cells. */
const maxStrings = 3_000_000;
const maxSheets = 1_000;

export interface SheetRef {
  name: string;
  /** name of its part in the file */
  part: string;
  visible: boolean;
}
/** How the numbers of a style are meant, and the zeros that it puts in front. */
export interface NumberFormat {
  code: string;
  meaning: Meaning;
}

/** A workbook that lies in memory, with what its sheets refer to. */
export interface Book {
  zip: ZipReader;
  sheets: SheetRef[];
  date1904: boolean;
  /** by number of style */
  formats: NumberFormat[];
  /** texts by number, as cells refer to them */
  strings: string[];
  /** names of parts; null where the file has none */
  workbookPart: string;
  stylesPart: string | null;
}

/**
 * Opens a workbook (.xlsx, also .xlsm and the strict form of the format). Throws WorkbookFault when the bytes are none, are damaged, or unpack
 * to more than 200 MB.
 */
export async function openBook(bytes: Buffer): Promise<Book> {
  const zip = new ZipReader(bytes, maxUnpackedBytes);
  const root = await readRelations(zip, '');
  const workbookPart = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const related = await readRelations(zip, workbookPart);
  const partOf = (type: string): string | null => related.find((one) => one.type === type)?.target ?? null;
  const stylesPart = partOf('styles');
  const partById = new Map(related.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]));
  const { sheets, date1904 } = await readFrame(zip, workbookPart, partById);
  if (sheets.length === 0) throw unreadable('no sheets');
  return {
    zip,
    sheets,
    date1904,
    formats: await readFormats(zip, stylesPart),
    strings: await readStrings(zip, partOf('sharedStrings')),
    workbookPart,
    stylesPart,
  };
}

async function readFrame(
  zip: ZipReader,
  workbookPart: string,
  partById: ReadonlyMap<string, string>,
): Promise<Pick<Book, 'sheets' | 'date1904'>> {
  const file = zip.find(workbookPart);
  if (!file) throw unreadable('no workbook');
  const sheets: SheetRef[] = [];
  let date1904 = false;
  await readXml(zip.read(file), {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') date1904 = /^(?:1|true|on)$/iu.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      // a sheet that is only a chart has no cells
      const part = partById.get(attributeOf(attributes, 'id') ?? '');
      if (part && zip.find(part) && sheets.length < maxSheets)
        sheets.push({ name: attributes.name ?? '', part, visible: !/hidden/iu.test(attributes.state ?? '') });
    },
  });
  return { sheets, date1904 };
}

async function readFormats(zip: ZipReader, part: string | null): Promise<NumberFormat[]> {
  const file = part === null ? undefined : zip.find(part);
  const formats: NumberFormat[] = [];
  if (!file) return formats;
  const own = new Map<string, string>();
  const known = new Map<string, NumberFormat>();
  let inCells = false;
  await readXml(zip.read(file), {
    open: ({ name, attributes }) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') own.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      else if (name === 'xf' && inCells) {
        const id = attributes.numFmtId ?? '0';
        const code = own.get(id) ?? builtInFormat(Number(id));
        const format = known.get(code) ?? { code, meaning: meaningOf(code) };
        known.set(code, format);
        formats.push(format);
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

async function readStrings(zip: ZipReader, part: string | null): Promise<string[]> {
  const file = part === null ? undefined : zip.find(part);
  const strings: string[] = [];
  if (!file) return strings;
  const text = new TextCollector();
  await readXml(zip.read(file), {
    open: ({ name }) => text.open(name),
    text: (piece) => text.add(piece),
    close: (name) => {
      text.close(name);
      if (name !== 'si') return;
      if (strings.length >= maxStrings) throw tooLarge('too many texts');
      strings.push(text.take());
    },
  });
  return strings;
}

/** Puts the runs of a text together: what stands in its `t` elements, without the reading aids (`rPh`) that Japanese spreadsheets add. */
export class TextCollector {
  private said = '';
  private inText = false;
  private inAid = false;

  open(name: string): void {
    if (name === 't') this.inText = true;
    else if (name === 'rPh') this.inAid = true;
  }
  add(piece: string): void {
    if (this.inText && !this.inAid) this.said += piece;
  }
  close(name: string): void {
    if (name === 't') this.inText = false;
    else if (name === 'rPh') this.inAid = false;
  }
  /** The text so far; the next one begins. */
  take(): string {
    const text = this.said;
    this.said = '';
    return decodeEscapes(text);
  }
}

/** Spreadsheets write signs that XML cannot hold as `_x000D_`. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/gu, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
