import ExcelJS from 'exceljs';
import { columnName } from '../export/xlsx';
import { dataSheet, type SheetColumn } from './sheet';

const optionSheet = '选项';

/** A workbook to fill in: data sheet with drop-downs, one example (`more`: its further lines), notes on every column. */
export async function makeTemplateWorkbook<F extends string>(
  columns: ReadonlyArray<SheetColumn<F>>,
  notes: string[],
  maxRows: number,
  more: ReadonlyArray<Readonly<Partial<Record<string, string | number>>>> = [],
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(dataSheet, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
  sheet.columns = columns.map((c) => ({
    header: c.required ? `${c.label}*` : c.label,
    width: Math.max(12, c.label.length * 2 + 4),
  }));
  styleHead(sheet.getRow(1), columns);
  const examples = workbook.addWorksheet('示例');
  examples.columns = columns.map((c) => ({
    header: c.required ? `${c.label}*` : c.label,
    width: Math.max(12, c.label.length * 2 + 4),
  }));
  styleHead(examples.getRow(1), columns);
  examples.addRow(columns.map((c) => c.example));
  for (const line of more) examples.addRow(columns.map((c) => line[c.field] ?? ''));
  const help = workbook.addWorksheet('填写说明');
  help.columns = [{ width: 22 }, { width: 10 }, { width: 80 }];
  for (const note of notes) help.addRow([note]);
  help.addRow([]);
  help.addRow(['列', '必填', '说明']).font = { bold: true };
  for (const c of columns) help.addRow([c.label, c.required ? '是' : '', c.note]);
  const options = workbook.addWorksheet(optionSheet, { state: 'hidden' });
  columns.forEach((c, i) => {
    if (!c.options || c.options.length === 0) return;
    const letter = columnName(i);
    c.options.forEach((option, line) => {
      options.getCell(`${letter}${line + 1}`).value = option;
    });
    validationsOf(sheet).add(`${letter}2:${letter}${maxRows + 1}`, {
      type: 'list',
      allowBlank: true,
      // wrong words are found by the check, with a better sentence than Excel's
      showErrorMessage: false,
      formulae: [`${optionSheet}!$${letter}$1:$${letter}$${c.options.length}`],
    });
  });
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** exceljs has range validations but does not declare them. */
function validationsOf(sheet: ExcelJS.Worksheet): { add: (range: string, rule: ExcelJS.DataValidation) => void } {
  // it is there, only not declared
  return (sheet as unknown as { dataValidations: { add: (range: string, rule: ExcelJS.DataValidation) => void } })
    .dataValidations;
}

function styleHead<F extends string>(row: ExcelJS.Row, columns: ReadonlyArray<SheetColumn<F>>): void {
  row.height = 22;
  columns.forEach((c, i) => {
    const cell = row.getCell(i + 1);
    cell.font = { bold: true, color: { argb: c.required ? 'FFC62E27' : 'FF171C26' } };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEDF2FE' } };
    cell.note = c.note;
  });
}
