import { addressOf, placeOf } from '../workbook/address';
import { stylesMime } from '../workbook/namespaces';
import type { Note } from '../workbook/notes';
import { BookPatch } from '../workbook/patch';
import { SheetNotes } from '../workbook/sheet-notes';
import { noFrame, patchSheet, readSheetFrame } from '../workbook/sheet-patch';
import { Styles } from '../workbook/styles';
import type { ImportSheet } from './sheet';

/** Background of a cell with an error. */
const red = 'FDEDEC';
const author = '导入检查';
/** Comments of a sheet; spreadsheets get slow with more. Cells beyond them are red, what is wrong with them stands in the list of the page. */
const maxNotes = 20_000;
/** Stands between our sentences and the comment that the cell had before. */
const ownNote = '\n原批注：';

/** The uploaded workbook with every wrong cell in red and the reason as a comment. Nothing else of it changes, whatever it holds. */
export async function annotateWorkbook(
  { book, sheet, grid }: Pick<ImportSheet<string>, 'book' | 'sheet' | 'grid'>,
  errors: ReadonlyArray<{ row: number; column: string; msg: string }>,
): Promise<Buffer> {
  const patch = new BookPatch(book.zip);
  const styles = await Styles.read(book.zip, book.stylesPart, red);
  const notes = await SheetNotes.read(patch, sheet.part);
  const frame = notes.any ? await readSheetFrame(book.zip, sheet.part, notes.texts) : noFrame;

  const sentences = new Map<string, string[]>();
  for (const { row, column, msg } of errors) {
    // a comment shows only at the first one of merged cells
    const place = placeOf(`${column || 'A'}${row}`) ?? { row, column: 1 };
    const first = grid.merges.firstOf(place.row, place.column) ?? place;
    const ref = addressOf(first);
    const said = first.row === row ? msg : `第${row}行：${msg}`;
    sentences.set(ref, [...(sentences.get(ref) ?? []), said]);
  }

  // marks of the last check, as users correct the workbook they got back and upload it again
  const old = new Set([...notes.texts.keys()].filter((ref) => styles.isMarked(frame.styles.get(ref) ?? 0)));
  const written: Note[] = [];
  for (const [ref, said] of sentences) {
    if (written.length >= maxNotes) break;
    const before = noteBefore(notes.texts.get(ref) ?? '', old.has(ref));
    written.push({ ref, text: said.join('\n') + (before && ownNote + before) });
  }
  for (const ref of old) {
    const before = sentences.has(ref) ? '' : noteBefore(notes.texts.get(ref) ?? '', true);
    if (before) written.push({ ref, text: before });
  }
  const gone = new Set([...old, ...written.map(({ ref }) => ref)]);
  const drawingId = await notes.change(gone, written, author, frame.drawingId);
  patch.replace(sheet.part, () =>
    patchSheet(book.zip, sheet.part, { marked: new Set(sentences.keys()), old, styles, drawingId }),
  );
  // written after the sheet, which asks for the styles
  if (book.stylesPart) patch.replace(book.stylesPart, () => styles.write());
  else
    await patch.relate(
      book.workbookPart,
      'styles',
      patch.add('xl/styles#.xml', { own: stylesMime }, () => styles.write()),
    );
  return patch.write();
}

/** The comment that a cell had before it was marked. */
function noteBefore(text: string, marked: boolean): string {
  if (!marked) return text;
  const at = text.indexOf(ownNote);
  return at < 0 ? '' : text.slice(at + ownNote.length);
}
