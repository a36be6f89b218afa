import { heavyTask, runHeavy } from '../run/heavy';
import { annotateWorkbook } from './annotate';
import { type ImportRow, type ImportSheet, readImport, type SheetColumn } from './sheet';
import { makeTemplateWorkbook } from './template';

/** Lines that a thread hands over at a time: taking them costs a millisecond or two. */
const linesAtOnce = 200;

type Sheet<F extends string> = Omit<ImportSheet<F>, 'book' | 'sheet' | 'grid'>;
interface FileInput {
  bytes: Uint8Array;
  columns: Array<SheetColumn<string>>;
  maxRows: number;
}
type CellFault = Readonly<{ row: number; column: string; msg: string }>;

/** What a thread needs of columns: data without functions. */
const plainColumns = (columns: ReadonlyArray<SheetColumn<string>>): Array<SheetColumn<string>> =>
  columns.map(({ field, label, aliases, required, note, example, options }) => ({
    field,
    label,
    aliases,
    required,
    note,
    example,
    options,
  }));
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const readTask = heavyTask('read-sheet', async function* ({ bytes, columns, maxRows }: FileInput): AsyncGenerator<
  Sheet<string>
> {
  const { rows, headRow, letters, ignored } = await readImport(bufferOf(bytes), columns, maxRows);
  for (let at = 0; at < rows.length; at += linesAtOnce)
    yield { rows: rows.slice(at, at + linesAtOnce), headRow, letters, ignored };
});

const annotateTask = heavyTask(
  'annotate-sheet',
  async function* ({
    errors,
    bytes,
    columns,
    maxRows,
  }: FileInput & { errors: readonly CellFault[] }): AsyncGenerator<Uint8Array> {
    yield await annotateWorkbook(await readImport(bufferOf(bytes), columns, maxRows), errors);
  },
);

interface TemplateInput {
  columns: Array<SheetColumn<string>>;
  notes: string[];
  maxRows: number;
  more: ReadonlyArray<Readonly<Partial<Record<string, string | number>>>>;
}
const templateTask = heavyTask(
  'make-template',
  async function* ({ columns, notes, maxRows, more }: TemplateInput): AsyncGenerator<Uint8Array> {
    yield await makeTemplateWorkbook(columns, notes, maxRows, more);
  },
);

/** The lines of an uploaded sheet, read by a thread. Throws AppError as `readImport` does. */
export async function readSheet<F extends string>(
  bytes: Buffer,
  columns: ReadonlyArray<SheetColumn<F>>,
  maxRows: number,
): Promise<Sheet<F>> {
  const rows: Array<ImportRow<string>> = [];
  let last: Sheet<string> | null = null;
  for await (const part of runHeavy(readTask, { bytes, columns: plainColumns(columns), maxRows })) {
    for (const row of part.rows) rows.push(row);
    last = part;
  }
  // a sheet without lines is refused; the fields are those of the columns that were given
  return { ...(last as Sheet<F>), rows: rows as Array<ImportRow<F>> };
}

/** The uploaded workbook with every wrong cell in red and the reason as a comment, made by a thread. */
export async function annotateSheet(
  bytes: Buffer,
  columns: ReadonlyArray<SheetColumn<string>>,
  maxRows: number,
  errors: readonly CellFault[],
): Promise<Buffer> {
  return onlyPart(
    runHeavy(annotateTask, {
      bytes,
      columns: plainColumns(columns),
      maxRows,
      errors: errors.map(({ row, column, msg }) => ({ row, column, msg })),
    }),
  );
}

/** The workbook to fill in, made by a thread. */
export const makeTemplateSheet = (
  columns: ReadonlyArray<SheetColumn<string>>,
  notes: string[],
  maxRows: number,
  more: TemplateInput['more'] = [],
): Promise<Buffer> =>
  onlyPart(runHeavy(templateTask, { columns: plainColumns(columns), notes: [...notes], maxRows, more: [...more] }));

/** Tasks of the thread's program. */
export const sheetTasks = [readTask, annotateTask, templateTask] as const;

async function onlyPart(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  for await (const part of parts) return bufferOf(part);
  throw new Error('the thread made nothing');
}
