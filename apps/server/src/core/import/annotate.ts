import type ExcelJS from 'exceljs';
import type { ImportSheet } from './sheet';

const red: ExcelJS.FillPattern = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFDEDEC' } };

/** The uploaded workbook with every wrong cell in red and the reason as a comment. */
export async function annotateWorkbook(
  { workbook, sheet }: Pick<ImportSheet<string>, 'workbook' | 'sheet'>,
  errors: ReadonlyArray<{ row: number; column: string; msg: string }>,
): Promise<Buffer> {
  removeOldMarks(sheet);
  const byCell = new Map<string, string[]>();
  for (const { row, column, msg } of errors) {
    const ref = `${column || 'A'}${row}`;
    byCell.set(ref, [...(byCell.get(ref) ?? []), msg]);
  }
  for (const [ref, sentences] of byCell) {
    const cell = sheet.getCell(ref);
    cell.note = sentences.join('\n');
    // a style object may be shared by many cells: replace it, never write into it
    cell.style = { ...cell.style, fill: red };
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** Removes the marks of the last check, as users correct the workbook they got back and upload it again. */
function removeOldMarks(sheet: ExcelJS.Worksheet): void {
  sheet.eachRow((row) =>
    row.eachCell({ includeEmpty: true }, (cell) => {
      if (!cell.note || !isRed(cell.fill)) return;
      const { fill: _fill, ...style } = cell.style;
      cell.style = style;
      removeNote(cell);
    }),
  );
}

const isRed = (fill: ExcelJS.Fill | undefined): boolean =>
  fill?.type === 'pattern' && fill.fgColor?.argb === red.fgColor?.argb;

/** Removes a comment, which exceljs can set but has no function to remove. */
function removeNote(cell: ExcelJS.Cell): void {
  // the private field behind `note`
  (cell as unknown as { _comment: unknown })._comment = undefined;
}
