import { columnName } from '../workbook/address';
import { type MadeCell, type MadeSheet, makeWorkbook } from '../workbook/make';
import { dataSheet, type SheetColumn } from './sheet';

const optionSheet = '选项';

/** A workbook to fill in: data sheet with drop-downs, one example (`more`: its further lines), notes on every column. */
export async function makeTemplateWorkbook<F extends string>(
  columns: ReadonlyArray<SheetColumn<F>>,
  notes: string[],
  maxRows: number,
  more: ReadonlyArray<Readonly<Partial<Record<string, string | number>>>> = [],
): Promise<Buffer> {
  const widths = columns.map((c) => Math.max(12, c.label.length * 2 + 4));
  const heads = columns.map(
    (c): MadeCell => ({
      value: c.required ? `${c.label}*` : c.label,
      look: c.required ? 'requiredHead' : 'head',
      note: c.note,
    }),
  );
  const sheets: MadeSheet[] = [
    { name: dataSheet, frozen: true, widths, rows: [heads], choices: choicesOf(columns, maxRows) },
    {
      name: '示例',
      widths,
      rows: [heads, columns.map((c) => c.example), ...more.map((line) => columns.map((c) => line[c.field] ?? ''))],
    },
    {
      name: '填写说明',
      widths: [22, 10, 80],
      rows: [
        ...notes.map((note) => [note]),
        [],
        ['列', '必填', '说明'].map((value): MadeCell => ({ value, look: 'bold' })),
        ...columns.map((c) => [c.label, c.required ? '是' : '', c.note]),
      ],
    },
    { name: optionSheet, hidden: true, rows: optionRows(columns) },
  ];
  return makeWorkbook(sheets);
}

/** Drop-downs of the columns that have options, down to the last row that an import may have. */
const choicesOf = (columns: ReadonlyArray<SheetColumn<string>>, maxRows: number): NonNullable<MadeSheet['choices']> =>
  columns.flatMap(({ options = [] }, i) => {
    const letter = columnName(i);
    const source = `${optionSheet}!$${letter}$1:$${letter}$${options.length}`;
    return options.length > 0 ? [{ area: `${letter}2:${letter}${maxRows + 1}`, source }] : [];
  });

/** Options of each column below each other. */
function optionRows(columns: ReadonlyArray<SheetColumn<string>>): MadeCell[][] {
  const most = columns.reduce((n, { options = [] }) => Math.max(n, options.length), 0);
  return Array.from({ length: most }, (_, line) => columns.map(({ options = [] }) => options[line] ?? null));
}
