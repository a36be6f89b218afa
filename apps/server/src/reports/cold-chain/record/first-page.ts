import { wireTime } from '../../../core/http/answer/wire-time';
import { ink, type Paper, pageSize } from '../../../core/pdf/paper';
import { countNumbered, drawCurves } from '../../paper/curve-drawing';
import { clockOf, figureText, shortMoment, spanText } from '../../paper/words';
import type { Deviation, PrintedRecord } from './printed';
import { rootGroups, titleOf, tripVerdictOf, verdictOf } from './words';

const margin = 44;
const width = pageSize.width - 2 * margin;

/** Page 1: head, verdict, identification, probes, curve, deviations, seal, signatures. */
export function drawFirstPage(paper: Paper, record: PrintedRecord): void {
  paper.addPage();
  let y = drawHead(paper, record);
  y = drawIdentity(paper, record, y);
  y = drawProbes(paper, record, y + 10);
  y = drawHeading(paper, '曲线', '原始样本，不平滑；缺失处断开，不连线', y + 8);
  y = drawCurves(paper, record, y);
  y = drawDeviations(paper, record, y + 8);
  drawSeal(paper, record, Math.max(y + 12, 870));
  drawSignatures(paper);
}

export function drawHeading(
  paper: Paper,
  title: string,
  note: string,
  y: number,
  { x = margin, to = margin + width } = {},
): number {
  paper.text(title, x, y, 200, { size: 11, weight: 'bold' });
  paper.text(note, x + 90, y + 1, to - x - 90, { size: 9.5, color: ink.caption, align: 'right' });
  paper.rule(y + 18, 0.8, { x, to });
  return y + 20;
}

function drawHead(paper: Paper, record: PrintedRecord): number {
  const { facts, number, madeAt, trip } = record;
  paper.text(facts.company, margin, 32, 420, { size: 11, weight: 'bold' });
  paper.text(titleOf(record), margin, 48, 420, { size: 22, weight: 'bold' });
  paper.text(number, margin + 420, 34, width - 420, { size: 14, weight: 'bold', align: 'right' });
  paper.text(`生成 ${wireTime(madeAt, facts.timeZone)}（${facts.timeZone}）`, margin + 360, 56, width - 360, {
    size: 11,
    align: 'right',
  });
  paper.rule(84, 1.6);
  const { word, text } = trip ? tripVerdictOf(trip) : verdictOf(record);
  paper.text(word, margin, 93, 160, { size: 13, weight: 'bold' });
  const from = margin + paper.widthOf(word, { size: 13, weight: 'bold' }) + 14;
  paper.text(text, from, 94, margin + width - from, { size: 12 });
  paper.rule(116, 0.8);
  return 122;
}

function drawIdentity(paper: Paper, { facts, samples, from, until, trip }: PrintedRecord, y: number): number {
  const left: Array<[string, string]> = [
    ['车辆', facts.plateNo],
    ['终端', facts.terminals.join('、') || '--'],
    ['样本', `${samples} 条，逐条封存`],
  ];
  const right: Array<[string, string]> = [
    ['期间', `${facts.startTime.slice(0, 16)} ~ ${facts.endTime.slice(0, 16)}`],
    ['时长', spanText(until - from)],
    ['记录', facts.intervalMin === 0 ? '每条上报一行' : `列表间隔 ${facts.intervalMin} 分，取时段内最后一个样本`],
  ];
  if (trip) {
    left.push(['起止', `${trip.fromName} 至 ${trip.toName}`], ['发车', trip.departTime.slice(0, 16)]);
    right.push(['单号', trip.code], ['卸货完', trip.unloadTime?.slice(0, 16) ?? '--']);
  }
  left.forEach(([label, value], i) => {
    paper.text(label, margin, y + i * 17, 50, { color: ink.caption });
    paper.text(value, margin + 76, y + i * 17, 260, { weight: i === 0 ? 'bold' : 'regular' });
  });
  right.forEach(([label, value], i) => {
    paper.text(label, margin + 356, y + i * 17, 50, { color: ink.caption });
    paper.text(value, margin + 432, y + i * 17, 274, { weight: i === 0 ? 'bold' : 'regular' });
  });
  return y + left.length * 17;
}

const probeColumns = [
  { title: '探头 / 编号', x: 0, width: 92 },
  { title: '校准证书 / 有效期', x: 92, width: 110 },
  { title: '上下限', x: 202, width: 76, right: true },
  { title: '最高 / 时间', x: 284, width: 84, right: true },
  { title: '最低 / 时间', x: 374, width: 84, right: true },
  { title: '平均', x: 462, width: 40, right: true },
  { title: 'MKT', x: 506, width: 40, right: true },
  { title: '合格率(%)', x: 550, width: 50, right: true },
  { title: '超限', x: 604, width: 46, right: true },
  { title: '完整率(%)', x: 652, width: 54, right: true },
] as const;

function drawProbes(paper: Paper, { facts: { probes } }: PrintedRecord, top: number): number {
  let y = drawHeading(paper, '探头、上下限与统计', '合格率 = 在限时间 ÷ 监测时间；完整率 = 实收 ÷ 应收样本', top);
  for (const { title, x, width: w, ...look } of probeColumns)
    paper.text(title, margin + x, y + 3, w, {
      size: 9.5,
      color: ink.caption,
      align: 'right' in look ? 'right' : 'left',
    });
  paper.rule(y + 19, 0.6, { color: ink.line });
  y += 22;
  for (const one of probes) {
    const unit = one.key.startsWith('tem') ? '℃' : '%RH';
    const cells: Array<[string, string, boolean?]> = [
      [one.probe, one.sensorNo],
      [one.certificateNo || '--', one.certificateEnd ? `至 ${one.certificateEnd}` : ''],
      [one.limits || '--', one.limits ? unit : ''],
      [figureText(one.max), (one.maxTime ?? '').slice(5, 16), false],
      [figureText(one.min), (one.minTime ?? '').slice(5, 16), false],
      [figureText(one.avg), ''],
      [figureText(one.mkt), ''],
      [figureText(one.passRate), ''],
      [one.overMin === null ? '--' : one.overMin === 0 ? '0' : `${one.overMin} 分`, ''],
      [figureText(one.completeRate), ''],
    ];
    cells.forEach(([strong, weak], i) => {
      const column = probeColumns[i];
      if (!column) return;
      const align = 'right' in column ? ('right' as const) : ('left' as const);
      paper.text(strong, margin + column.x, y, column.width, { align, weight: i === 0 ? 'bold' : 'regular' });
      paper.text(weak, margin + column.x, y + 14, column.width, { align, size: 9.5, color: ink.caption });
    });
    paper.rule(y + 30, 0.6, { color: ink.line });
    y += 33;
  }
  return y;
}

export const sideText = (side: Deviation['side']): string => (side === 'above' ? '高于上限' : '低于下限');

function drawDeviations(paper: Paper, record: PrintedRecord, top: number): number {
  const { deviations, facts } = record;
  if (deviations.length === 0) return top;
  let y = drawHeading(paper, '偏差', '无延迟：自首个超限样本起，至回到限内的样本；℃·分 为超出部分的时间积分', top);
  deviations.slice(0, countNumbered(record)).forEach((one, i) => {
    const probe = facts.probes[one.probe];
    paper.disc(String(i + 1), margin + 10, y + 12);
    paper.text(
      `${shortMoment(one.from, facts.timeZone)}–${clockOf(one.until, facts.timeZone)}`,
      margin + 32,
      y + 5,
      130,
    );
    paper.text(`历时 ${spanText(one.until - one.from)}`, margin + 168, y + 5, 90, { color: ink.caption });
    paper.triangle(one.side === 'above' ? 'up' : 'down', margin + 262, y + 9);
    paper.text(`${probe?.probe ?? ''} ${sideText(one.side)}`, margin + 276, y + 5, 156, { weight: 'bold' });
    paper.text(`极值 ${figureText(one.extreme)}，偏差 ${figureText(one.excess)}`, margin + 440, y + 5, 150);
    paper.text(
      `${figureText(one.degreeMin)} ${probe?.key.startsWith('tem') ? '℃·分' : '%RH·分'}`,
      margin + 590,
      y + 5,
      width - 590,
      { align: 'right' },
    );
    y += 24;
    paper.rule(y, 0.6, { color: ink.line });
  });
  const more = deviations.length - countNumbered(record);
  if (more > 0) {
    paper.text(`另有 ${more} 次，见后页偏差表`, margin + 32, y + 4, 300, { color: ink.caption });
    y += 20;
  }
  return y;
}

function drawSeal(paper: Paper, record: PrintedRecord, top: number): void {
  const { root, version, samples, verifyUrl, number, days } = record;
  const y = Math.min(top, 900);
  paper.frame({ x: margin, y, width, height: 96 });
  paper.qr(verifyUrl || `${number} ${root}`, margin + 6, y + 6, 84);
  const x = margin + 104;
  paper.text('已封存', x, y + 12, 60, { weight: 'bold' });
  paper.text('链根 SHA-256，逐样本哈希链；任何一个样本改动都会使其不同', x + 50, y + 13, 380, {
    size: 9.5,
    color: ink.caption,
  });
  const groups = rootGroups(root);
  paper.text(groups.slice(0, 40), x, y + 30, 400, { size: 12 });
  paper.text(groups.slice(40), x, y + 46, 400, { size: 12 });
  const [address] = verifyUrl.split('?');
  const where = address ? `扫码，或打开 ${address} ` : '打开本公司通达平台的 /verify 页面，';
  paper.text(`校验：${where}输入记录号与链根前 8 位`, x, y + 70, 430, { size: 9.5, color: ink.caption });
  paper.line(
    [
      [margin + 548, y + 10],
      [margin + 548, y + 86],
    ],
    { width: 0.8 },
  );
  const facts: Array<[string, string]> = [
    ['版本', `第 ${version} 版`],
    ['样本', `${samples} 条`],
    ['封存日', `${days.length} 个`],
  ];
  facts.forEach(([label, value], i) => {
    paper.text(label, margin + 560, y + 14 + i * 20, 44, { size: 9.5, color: ink.caption });
    paper.text(value, margin + 604, y + 12 + i * 20, 96);
  });
}

function drawSignatures(paper: Paper): void {
  const y = 1004;
  const boxes = [
    ['司机', []],
    ['收货人', ['接收', '有条件', '拒收']],
    ['质量', ['放行', '待评估', '不合格']],
  ] as const;
  boxes.forEach(([who, choices], i) => {
    const box = { x: margin + (width / 3) * i, y, width: width / 3, height: 62 };
    paper.frame(box);
    paper.text(who, box.x + 10, y + 8, 50, { weight: 'bold' });
    choices.forEach((choice, n) => {
      const x = box.x + 58 + n * 58;
      paper.frame({ x, y: y + 12, width: 8, height: 8 }, { width: 0.7 });
      paper.text(choice, x + 12, y + 9, 46, { size: 10 });
    });
    paper.line(
      [
        [box.x + 10, y + 42],
        [box.x + 126, y + 42],
      ],
      { width: 0.6, color: ink.caption },
    );
    paper.line(
      [
        [box.x + 136, y + 42],
        [box.x + box.width - 10, y + 42],
      ],
      { width: 0.6, color: ink.caption },
    );
    paper.text('签名', box.x + 10, y + 44, 60, { size: 9.5, color: ink.caption });
    paper.text('日期时间', box.x + 136, y + 44, 80, { size: 9.5, color: ink.caption });
  });
}
