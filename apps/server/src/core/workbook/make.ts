import { columnName } from './address';
import { collect } from './collect';
import {
  contentTypesNs,
  mainNs,
  notesMime,
  packageRelationsNs,
  relationsNs,
  sheetMime,
  stylesMime,
  vmlMime,
  xmlHead,
} from './namespaces';
import { notesDrawing, notesXml } from './notes';
import { escapeXml } from './xml';
import { ZipWriter } from './zip';

/** Looks that cells of a made workbook can have: indexes into `cellXfs` of `stylesXml`. */
const looks = { plain: 0, bold: 1, head: 2, requiredHead: 3 } as const;
export type Look = keyof typeof looks;
export type MadeCell = string | number | null | { value: string | number; look: Look; note?: string };
export interface MadeSheet {
  name: string;
  hidden?: true;
  /** the first row and the first column stay when the sheet is scrolled */
  frozen?: true;
  /** of columns, in characters of the default font */
  widths?: readonly number[];
  rows: ReadonlyArray<readonly MadeCell[]>;
  /** drop-downs: the rectangle that they serve, and where their choices stand */
  choices?: ReadonlyArray<{ area: string; source: string }>;
}

/** A small workbook in one piece, as templates are. Lists of any length are written by `core/export/xlsx`, in a stream. */
export async function makeWorkbook(sheets: readonly MadeSheet[]): Promise<Buffer> {
  const { out, bytes } = collect();
  const zip = new ZipWriter(out);
  const noted = sheets.map(notesOf);
  for (const [path, xml] of frameParts(sheets, noted)) await zip.add(path, [xml]);
  for (const [i, sheet] of sheets.entries()) {
    const notes = noted[i] ?? [];
    await zip.add(`xl/worksheets/sheet${i + 1}.xml`, [sheetXml(sheet, notes.length > 0)]);
    if (notes.length === 0) continue;
    await zip.add(`xl/worksheets/_rels/sheet${i + 1}.xml.rels`, [
      relationsXml([
        { id: 'rId1', type: 'vmlDrawing', target: `../drawings/vmlDrawing${i + 1}.vml` },
        { id: 'rId2', type: 'comments', target: `../comments${i + 1}.xml` },
      ]),
    ]);
    await zip.add(`xl/comments${i + 1}.xml`, [notesXml(notes, '填写说明')]);
    await zip.add(`xl/drawings/vmlDrawing${i + 1}.vml`, [notesDrawing(notes)]);
  }
  await zip.finish();
  return bytes();
}

const notesOf = ({ rows }: MadeSheet): Array<{ ref: string; text: string }> =>
  rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      typeof cell === 'object' && cell?.note ? [{ ref: `${columnName(column)}${row + 1}`, text: cell.note }] : [],
    ),
  );

function sheetXml({ rows, widths = [], frozen, choices = [] }: MadeSheet, noted: boolean): string {
  const view = frozen
    ? '<sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView>'
    : '<sheetView workbookViewId="0"/>';
  const cols = widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const lines = rows
    .map((cells, i) => {
      const high = cells.some(
        (cell) => typeof cell === 'object' && (cell?.look === 'head' || cell?.look === 'requiredHead'),
      );
      const height = high ? ' ht="22" customHeight="1"' : '';
      return `<row r="${i + 1}"${height}>${cells.map((cell, column) => cellXml(`${columnName(column)}${i + 1}`, cell)).join('')}</row>`;
    })
    .join('');
  const lists = choices
    .map(
      // wrong words are found by the check, with a better sentence than Excel's
      ({ area, source }) =>
        `<dataValidation type="list" allowBlank="1" sqref="${area}"><formula1>${escapeXml(source)}</formula1></dataValidation>`,
    )
    .join('');
  return [
    `${xmlHead}<worksheet xmlns="${mainNs}" xmlns:r="${relationsNs}"><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/>`,
    cols && `<cols>${cols}</cols>`,
    `<sheetData>${lines}</sheetData>`,
    lists && `<dataValidations count="${choices.length}">${lists}</dataValidations>`,
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    noted ? '<legacyDrawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('');
}

function cellXml(ref: string, cell: MadeCell): string {
  if (cell === null || cell === '') return '';
  const { value, look } = typeof cell === 'object' ? cell : { value: cell, look: 'plain' as const };
  const style = `s="${looks[look]}"`;
  if (typeof value === 'number') return `<c r="${ref}" ${style}><v>${value}</v></c>`;
  return `<c r="${ref}" ${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

const relationsXml = (relations: ReadonlyArray<{ id: string; type: string; target: string }>): string =>
  `${xmlHead}<Relationships xmlns="${packageRelationsNs}">${relations
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${relationsNs}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Everything of a workbook besides its sheets: name of the part and XML. */
function frameParts(sheets: readonly MadeSheet[], noted: ReadonlyArray<readonly unknown[]>): Array<[string, string]> {
  const numbers = sheets.map((_sheet, i) => i + 1);
  const override = (part: string, mime: string): string => `<Override PartName="/xl/${part}" ContentType="${mime}"/>`;
  const types = [
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="${vmlMime}"/>`,
    override('workbook.xml', `${sheetMime}.sheet.main+xml`),
    override('styles.xml', stylesMime),
    ...numbers.map((n) => override(`worksheets/sheet${n}.xml`, `${sheetMime}.worksheet+xml`)),
    ...numbers.filter((n) => (noted[n - 1] ?? []).length > 0).map((n) => override(`comments${n}.xml`, notesMime)),
  ];
  const listed = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  return [
    ['[Content_Types].xml', `${xmlHead}<Types xmlns="${contentTypesNs}">${types.join('')}</Types>`],
    ['_rels/.rels', relationsXml([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }])],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${mainNs}" xmlns:r="${relationsNs}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...numbers.map((n) => ({ id: `rId${n}`, type: 'worksheet', target: `worksheets/sheet${n}.xml` })),
        { id: `rId${sheets.length + 1}`, type: 'styles', target: 'styles.xml' },
      ]),
    ],
    ['xl/styles.xml', stylesXml],
  ];
}

const font = (inner: string): string => `<font>${inner}<name val="微软雅黑"/></font>`;
const stylesXml = [
  `${xmlHead}<styleSheet xmlns="${mainNs}">`,
  `<fonts count="4">${font('<sz val="11"/>')}${font('<b/><sz val="11"/>')}${font('<b/><sz val="11"/><color rgb="FF171C26"/>')}${font('<b/><sz val="11"/><color rgb="FFC62E27"/>')}</fonts>`,
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDF2FE"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="4">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="0" fontId="2" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
  '<xf numFmtId="0" fontId="3" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');
