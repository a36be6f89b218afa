import { mostPieces } from '@tongda/contract/reports/customized/trip-report';
import { wireTime } from '../../../core/http/answer/wire-time';
import { ink, type Paper, pageSize } from '../../../core/pdf/paper';
import { countNumbered } from '../../paper/curve-drawing';
import { clockOf, dateOf, figureText, shortMoment, spanText } from '../../paper/words';
import { drawHeading, sideText } from './first-page';
import type { PrintedRecord, PrintedRow } from './printed';
import { rootGroups, shortRoot } from './words';

const margin = 44;
const width = pageSize.width - 2 * margin;
const rowHeight = 19.6;
const columnsOfRows = 3;
const rowsOfColumn = 28;
const gap = 20;

/** The interval table, 3 columns of 28 rows a page; then deviations beyond the first page, doors, refrigeration unit, gaps, seals and how it was calculated. */
export function drawTablePages(paper: Paper, record: PrintedRecord): void {
  const { rows } = record;
  const perPage = columnsOfRows * rowsOfColumn;
  let y = Number.POSITIVE_INFINITY;
  for (let first = 0; first < rows.length; first += perPage)
    y = drawRows(paper, record, rows.slice(first, first + perPage), first);
  drawLists(paper, record, y);
}

const columnWidth = (width - gap * (columnsOfRows - 1)) / columnsOfRows;

function drawRows(paper: Paper, record: PrintedRecord, rows: readonly PrintedRow[], before: number): number {
  const { facts } = record;
  paper.addPage();
  paper.text('间隔记录表', margin, 32, 160, { size: 14, weight: 'bold' });
  paper.text(
    facts.intervalMin === 0 ? '每条上报' : `${facts.intervalMin} 分，取时段内最后一个样本`,
    margin + 92,
    36,
    220,
    { size: 10, color: ink.caption },
  );
  paper.text(
    `${facts.plateNo}　${facts.startTime.slice(0, 16)} ~ ${facts.endTime.slice(0, 16)}`,
    margin + 320,
    36,
    width - 320,
    { size: 10, align: 'right' },
  );
  paper.rule(56, 1.6);
  for (let column = 0; column * rowsOfColumn < rows.length; column++) {
    const x = margin + column * (columnWidth + gap);
    drawRowHead(paper, record, rows[column * rowsOfColumn]?.t ?? record.from, x);
    const first = column * rowsOfColumn;
    for (const [i, row] of rows.slice(first, first + rowsOfColumn).entries())
      drawRow(paper, record, row, record.rows[before + first + i - 1], { x, y: 84 + i * rowHeight });
  }
  const y = 84 + Math.min(rows.length, rowsOfColumn) * rowHeight + 6;
  paper.triangle('up', margin, y + 3);
  paper.text('高于上限', margin + 12, y, 50, { size: 9.5 });
  paper.triangle('down', margin + 66, y + 3);
  paper.text(
    '低于下限　× 缺失，不以前值代替　补 设备缓存后上传　迟 迟到，未证实　开 有车门开　霜 除霜',
    margin + 78,
    y,
    440,
    {
      size: 9.5,
    },
  );
  paper.text(`第 ${before + 1}–${before + rows.length} 行，共 ${record.rows.length} 行`, margin + 520, y, width - 520, {
    size: 9.5,
    align: 'right',
  });
  return y + 30;
}

/** x of each probe's figures, the door and the mark within a column. */
function placesOf(probes: number): { values: Array<{ x: number; width: number }>; door: number; mark: number } {
  const from = 38;
  const each = (columnWidth - from - 34) / Math.max(1, probes);
  return {
    values: Array.from({ length: probes }, (_, i) => ({ x: from + i * each, width: each - 2 })),
    door: columnWidth - 32,
    mark: columnWidth - 14,
  };
}

function drawRowHead(paper: Paper, { facts }: PrintedRecord, first: number, x: number): void {
  const places = placesOf(facts.probes.length);
  const look = { size: 9.5, color: ink.caption };
  paper.text(dateOf(first, facts.timeZone), x, 64, 38, look);
  facts.probes.forEach(({ probe }, i) => {
    const place = places.values[i];
    if (place) paper.text(probe, x + place.x, 64, place.width - 12, { ...look, align: 'right' });
  });
  paper.text('门', x + places.door, 64, 14, look);
  paper.text('记', x + places.mark, 64, 14, look);
  paper.rule(81, 0.8, { x, to: x + columnWidth });
}

const marks = { real: '', late: '补', unproven: '迟', none: '×' } as const;

function drawRow(
  paper: Paper,
  { facts }: PrintedRecord,
  row: PrintedRow,
  before: PrintedRow | undefined,
  { x, y }: { x: number; y: number },
): void {
  const places = placesOf(facts.probes.length);
  const isOver = row.sides.some((side) => side !== null);
  const box = { x, y, width: columnWidth, height: rowHeight };
  if (row.came === 'none') paper.hatch(box, { color: '#C9C9C9' });
  else if (isOver) paper.fill(box, ink.shade);
  const clock = clockOf(row.t, facts.timeZone);
  const isNewDay = before !== undefined && dateOf(before.t, facts.timeZone) !== dateOf(row.t, facts.timeZone);
  paper.text(isNewDay ? dateOf(row.t, facts.timeZone) : clock, x + 2, y + 3, 36, {
    size: 10,
    weight: isOver || isNewDay ? 'bold' : 'regular',
  });
  row.values.forEach((value, i) => {
    const place = places.values[i];
    if (!place) return;
    const side = row.sides[i];
    paper.text(figureText(value), x + place.x, y + 3, place.width - 12, {
      size: 10,
      align: 'right',
      weight: side ? 'bold' : 'regular',
    });
    if (side) paper.triangle(side === 'above' ? 'up' : 'down', x + place.x + place.width - 10, y + 6);
  });
  paper.text(doorMark(row), x + places.door, y + 3, 20, { size: 9 });
  paper.text(marks[row.came], x + places.mark, y + 3, 16, { size: 10 });
  const isHour = clock.endsWith(':00') && row.t !== before?.t;
  paper.rule(y + rowHeight, 0.6, { x, to: x + columnWidth, color: isHour ? '#9A9A9A' : ink.line });
}

/** Whether a door is open, and whether the refrigeration unit defrosts. */
const doorMark = ({ open, frost }: PrintedRow): string =>
  `${open ? '开' : ''}${frost ? '霜' : ''}` || (open === null ? '--' : '·');

/** A list that goes on over pages. */
interface Section {
  title: string;
  note: string;
  /** cells with the x and width of each column */
  columns: ReadonlyArray<{ x: number; width: number; right?: true }>;
  rows: ReadonlyArray<readonly string[]>;
}

/** The lists, from `y` of the last page on. */
function drawLists(paper: Paper, record: PrintedRecord, from: number): void {
  let y = from;
  const room = (height: number): void => {
    if (y + height <= 1060) return;
    paper.addPage();
    y = 40;
  };
  for (const { title, note, columns, rows } of sectionsOf(record)) {
    if (rows.length === 0) continue;
    room(60);
    y = drawHeading(paper, title, note, y);
    for (const row of rows) {
      room(20);
      row.forEach((cell, i) => {
        const column = columns[i];
        if (column)
          paper.text(cell, margin + column.x, y + 3, column.width, {
            size: 10,
            align: column.right ? 'right' : 'left',
          });
      });
      y += rowHeight;
      paper.rule(y, 0.6, { color: ink.line });
    }
    y += 16;
  }
  room(120);
  y = drawHeading(paper, '计算口径', '', y) + 6;
  for (const [name, text] of methods) {
    paper.text(name, margin, y, 60, { color: ink.caption });
    y += paper.paragraph(text, margin + 76, y, width - 76) + 3;
  }
}

const methods: ReadonlyArray<readonly [string, string]> = [
  ['样本', '传感器原值加校准证书修正，不平滑、不插值、不可人工修改；时间为终端时间。封存的是修正前的原值。'],
  [
    '平均',
    '时间加权：每个样本代表到下一个样本为止的时间，缺失时段不计入；MKT 为平均动力学温度，活化能 ÷ 气体常数 = 10000 K。',
  ],
  ['偏差', '无延迟、无回差：每个超限样本都计入，至回到限内的样本为止。'],
  ['封存', '每车每日把全部上报按时间连成 SHA-256 哈希链；之后到达的补传产生新的一版，旧版保留，可继续校验。'],
];

/** What people said beside the readings, and how each day was sealed. */
const remarksAndSeals = ({ facts, remarks, days }: PrintedRecord): Section[] => [
  {
    ...{ title: '备注', note: '人员说明，不在封存之内，也不改变读数' },
    columns: [
      { x: 0, width: 150 },
      { x: 156, width: 440 },
      { x: 602, width: 104, right: true },
    ],
    rows: remarks.flatMap((one) =>
      (one.text.match(/.{1,40}/gu) ?? []).map((text, i) =>
        i === 0 ? [`${one.startTime.slice(5, 16)} – ${one.endTime.slice(5, 16)}`, text, one.userName] : ['', text, ''],
      ),
    ),
  },
  {
    ...{ title: '逐日封存', note: '' },
    columns: [
      { x: 0, width: 90 },
      { x: 96, width: 60 },
      { x: 160, width: 90 },
      { x: 256, width: 150 },
      { x: 412, width: 294 },
    ],
    rows: days.map(({ day, version, samples, root, madeAt }) => [
      ...[day, `第 ${version} 版`, `${samples} 条`, wireTime(madeAt, facts.timeZone)],
      rootGroups(root.slice(0, 32)),
    ]),
  },
];

function sectionsOf(record: PrintedRecord): Section[] {
  const { facts, deviations, conformity, doors, chiller, curve } = record;
  const broken = conformity.filter(({ holds }) => !holds).length;
  const zone = facts.timeZone;
  const spans = (from: number, until: number | null) =>
    `${shortMoment(from, zone)} – ${until === null ? '未关' : shortMoment(until, zone)}`;
  // pages of a trip list the worst already
  const last = record.trip ? mostPieces : deviations.length;
  const shown = deviations.slice(countNumbered(record), last);
  return [
    {
      ...{ title: '药品GSP符合性', note: broken === 0 ? '结论：符合' : `结论：不符合，${broken} 项` },
      columns: [
        { x: 0, width: 300 },
        { x: 306, width: 290 },
        { x: 606, width: 100, right: true },
      ],
      rows: conformity.map(({ rule, found, holds }) => [rule, found, holds ? '符合' : '不符合']),
    },
    {
      ...{
        title: '偏差（续）',
        note: `共 ${deviations.length} 次${deviations.length > last ? `，列到第 ${last} 次` : ''}`,
      },
      columns: [
        { x: 0, width: 200 },
        { x: 206, width: 90 },
        { x: 300, width: 180 },
        { x: 486, width: 120 },
        { x: 606, width: 100, right: true },
      ],
      rows: shown.map((one) => [
        spans(one.from, one.until),
        spanText(one.until - one.from),
        `${facts.probes[one.probe]?.probe ?? ''} ${sideText(one.side)}`,
        `极值 ${figureText(one.extreme)}，偏差 ${figureText(one.excess)}`,
        `${figureText(one.degreeMin)} ${facts.probes[one.probe]?.key.startsWith('tem') ? '℃·分' : '%RH·分'}`,
      ]),
    },
    {
      ...{ title: '开关门', note: `${doors.length} 次` },
      columns: [
        { x: 0, width: 210 },
        { x: 216, width: 80 },
        { x: 300, width: 300 },
        { x: 606, width: 100, right: true },
      ],
      rows: doors.map(({ from, until, name, place }) => [
        spans(from, until),
        name,
        place,
        until === null ? '--' : spanText(until - from),
      ]),
    },
    {
      ...{ title: '冷机运行', note: `${chiller.length} 段` },
      columns: [
        { x: 0, width: 300 },
        { x: 306, width: 120 },
        { x: 606, width: 100, right: true },
      ],
      rows: chiller.map(({ from, until, what }) => [spans(from, until), what, spanText(until - from)]),
    },
    {
      ...{ title: '缺失', note: '没有任何上报；曲线断开，不以前值代替' },
      columns: [
        { x: 0, width: 300 },
        { x: 306, width: 290 },
        { x: 606, width: 100, right: true },
      ],
      rows: curve.gaps.map(({ from, until, reason }) => [spans(from, until), reason, spanText(until - from)]),
    },
    ...remarksAndSeals(record),
  ];
}

/** Footer of every page: number and version, root, page. */
export function drawFooters(paper: Paper, { number, version, root }: PrintedRecord): void {
  paper.onEachPage((page, pages) => {
    paper.rule(1084, 0.8);
    const look = { size: 9.5 };
    paper.text(`${number} · 第 ${version} 版`, margin, 1090, 220, look);
    paper.text(`链根 ${shortRoot(root)}`, margin + 220, 1090, 266, { ...look, align: 'center' });
    paper.text(`第 ${page} 页，共 ${pages} 页`, margin + 486, 1090, width - 486, { ...look, align: 'right' });
  });
}
