import {
  noPiecesWords,
  piecesLeftWords,
  type TripReport,
  tripPhases,
} from '@tongda/contract/reports/customized/trip-report';
import { ink, type Paper, pageSize } from '../../../core/pdf/paper';
import { figureText } from '../../paper/words';
import { drawHeading, sideText } from './first-page';

const margin = 44;
const width = pageSize.width - 2 * margin;
const line = 21;
/** Nothing but the foot stands below. */
const lowest = 1040;

const stopWords = { load: '装货', unload: '卸货', way: '途中' } as const;
/** `11-20 20:19` of a wire time. */
const short = (time: string | null): string => time?.slice(5, 16) ?? '--';

interface Table {
  title: string;
  note: string;
  columns: ReadonlyArray<readonly [title: string, width: number, right?: true]>;
  rows: ReadonlyArray<readonly string[]>;
  /** what stands in place of rows */
  none?: string;
}

/** What the report of a trip says beside its readings: phases, stops with their doors, times out of bounds, and what somebody concluded. */
export function drawTripPages(paper: Paper, trip: TripReport): void {
  paper.addPage();
  let y = 34;
  const room = (height: number): void => {
    if (y + height <= lowest) return;
    paper.addPage();
    y = 34;
  };
  for (const { title, note, columns, rows, none = '无' } of tablesOf(trip)) {
    room(3 * line);
    y = drawHeading(paper, title, note, y);
    const draw = (cells: readonly string[], look: { color?: string; size?: number }): void => {
      let x = margin;
      for (const [i, [, w, right]] of columns.entries()) {
        paper.text(cells[i] ?? '', x, y + 4, w - 8, { ...look, align: right ? 'right' : 'left' });
        x += w;
      }
      y += line;
      paper.rule(y, 0.6, { color: ink.line });
    };
    draw(
      columns.map(([word]) => word),
      { size: 9.5, color: ink.caption },
    );
    for (const cells of rows) {
      room(line);
      draw(cells, {});
    }
    if (rows.length === 0) {
      paper.text(none, margin, y + 4, width, { color: ink.caption });
      y += line;
    }
    y += 14;
  }
  if (trip.opinion === '') return;
  room(3 * line);
  y = drawHeading(paper, '复核', trip.reviewer, y);
  paper.paragraph(trip.opinion, margin, y + 6, width);
}

const tablesOf = ({ phases, stops, pieces, ...trip }: TripReport): Table[] => [
  {
    title: '阶段',
    note: '只有在途和卸货计入结论',
    columns: [
      ['阶段', 90],
      ['地点', 250],
      ['开始', 120],
      ['结束', 120],
      ['时长(分)', 66, true],
      ['计入', 60, true],
    ],
    rows: phases.map((one) => [
      ...[tripPhases[one.phase], one.name, short(one.startTime), short(one.endTime)],
      ...[String(one.minutes), one.counts ? '是' : '否'],
    ]),
  },
  {
    title: '停靠与开门',
    note: '按开门的时刻归到各站点',
    columns: [
      ['', 60],
      ['地点', 220],
      ['到达', 110],
      ['离开', 110],
      ['开门(次)', 60, true],
      ['开门(分)', 66, true],
      ['车门', 80],
    ],
    rows: stops.map((one) => [
      ...[stopWords[one.kind], one.name, short(one.arriveTime), short(one.leaveTime)],
      ...[String(one.opens), figureText(one.openMin), one.doors],
    ]),
  },
  {
    title: '超温分段',
    note: ['自首个超限样本起，至回到限内的样本；发车前的不计入', piecesLeftWords({ pieces, ...trip })]
      .filter(Boolean)
      .join('；'),
    none: noPiecesWords(trip),
    columns: [
      ['探头', 76],
      ['方向', 66],
      ['开始', 92],
      ['结束', 92],
      ['时长(分)', 60, true],
      ['极值(℃)', 60, true],
      ['超出', 50, true],
      ['℃·分', 60, true],
      ['', 14],
      ['开门', 76],
      ['计入', 40],
    ],
    rows: pieces.map((one) => [
      ...[one.probe, sideText(one.side), short(one.startTime), short(one.endTime), figureText(one.minutes)],
      ...[figureText(one.extreme), figureText(one.excess), figureText(one.degreeMin), ''],
      ...[one.doors || '--', one.counts ? '是' : '否'],
    ]),
  },
];
