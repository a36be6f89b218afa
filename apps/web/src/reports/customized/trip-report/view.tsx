import { type Column, columns } from '@tongda/contract/core/columns';
import {
  countPieces,
  noPiecesWords,
  piecesLeftWords,
  type TripReport,
  tripPhases,
  verdicts,
} from '@tongda/contract/reports/customized/trip-report';
import { verdictDots } from '@tongda/contract/reports/kit/dots';
import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { FigureStrip } from '../../../kit/detail/figure-strip';
import { formatNumber, minuteText, none } from '../../../kit/show/format';
import { Place } from '../../../kit/show/place';
import { ShortTable } from '../../../kit/table/short';
import type { Cells } from '../../../kit/table/types';
import { type Pin, PinLayer, type PinWay } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import { CurvesComing } from '../../kit/curves/coming';
import './styles.css';

// the chart library comes with the first curves
const CurveChart = lazy(async () => ({ default: (await import('../../kit/curves/chart')).CurveChart }));

/** A conclusion with its dot. */
export const VerdictWord = ({ of }: { of: keyof typeof verdicts }) => (
  <span className="td-dot" data-tone={of === 'none' ? 'grey' : verdictDots[of]}>
    {verdicts[of]}
  </span>
);

/** All that a report says of a trip: figures, curve with its phases, way and stops, pieces, phases, probes. Read-only; the page of a customer's link shows the same. */
export function TripReportView({ report }: { report: TripReport }) {
  return (
    <div className="reports-customized-trip-report">
      <Figures report={report} />
      <Suspense fallback={<CurvesComing />}>
        <CurveChart answer={report.curve} />
      </Suspense>
      <div className="reports-customized-trip-report-way">
        <Section title="阶段" note="只有在途和卸货计入结论">
          <Phases of={report.phases} />
        </Section>
        <Way report={report} />
      </div>
      <Section title="停靠与开门" note="按开门的时刻归到各站点">
        <Stops of={report.stops} />
      </Section>
      <Section title={`超温分段 ${countPieces(report)}`} note={piecesNote(report)}>
        {report.pieces.length === 0 ? <p className="td-cap">{noPiecesWords(report)}</p> : <Pieces of={report.pieces} />}
      </Section>
      <Section title="探头与证书" note={`终端 ${report.terminals.join('、') || none}；数字只计在途和卸货`}>
        <Probes of={report.probes} />
      </Section>
    </div>
  );
}

const piecesNote = (report: TripReport): string =>
  ['发车前的不计入结论', piecesLeftWords(report)].filter(Boolean).join('；');

const Section = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section>
    <h2>
      {title} <span className="td-cap">{note}</span>
    </h2>
    {children}
  </section>
);

function Figures({ report: { figures, allowedMin } }: { report: TripReport }) {
  const { max, min, avg, passRate, overCount, overMin, completeRate } = figures;
  const over = (overMin ?? 0) > allowedMin;
  return (
    <FigureStrip
      label="在途和卸货"
      figures={[
        { label: '最高', value: formatNumber(max, 1), unit: '℃' },
        { label: '最低', value: formatNumber(min, 1), unit: '℃' },
        { label: '平均', value: formatNumber(avg, 1), unit: '℃' },
        {
          label: '合格率',
          value: formatNumber(passRate, 1),
          unit: '%',
          tone: passRate === null ? undefined : rateTone(passRate),
        },
        { label: '超温', value: formatNumber(overCount), unit: '次' },
        {
          label: '超温时长',
          value: formatNumber(overMin),
          unit: '分',
          tone: over ? 'red' : undefined,
          hint: `超得最久的探头累计，允许 ${allowedMin} 分`,
        },
        {
          label: '完整率',
          value: formatNumber(completeRate, 1),
          unit: '%',
          tone: completeRate !== null && completeRate < 90 ? 'amber' : undefined,
          hint: '低于 90% 的结论为复核',
        },
      ]}
    />
  );
}

type Stop = TripReport['stops'][number] & { id: string };
const stopWords = { load: '装货', unload: '卸货', way: '途中' } as const;
const stopColumns: ReadonlyArray<Column<Stop>> = columns<Stop>()([
  { value: 'kind', label: '', width: 56 },
  { value: 'name', label: '地点', width: 150 },
  { value: 'arriveTime', label: '到达', width: 116 },
  { value: 'leaveTime', label: '离开', width: 116 },
  { value: 'opens', label: '开门(次)', width: 72, align: 'right' },
  { value: 'openMin', label: '开门(分)', width: 76, align: 'right' },
  { value: 'doors', label: '车门', width: 90 },
]);
const stopCells: Cells<Stop> = {
  kind: ({ kind }) => stopWords[kind],
  arriveTime: ({ arriveTime }) => minuteText(arriveTime),
  leaveTime: ({ leaveTime }) => minuteText(leaveTime),
  openMin: ({ openMin }) => formatNumber(openMin, 1),
};
const numbered = <T,>(rows: readonly T[]): Array<T & { id: string }> =>
  rows.map((row, i) => ({ ...row, id: String(i) }));

const Stops = ({ of }: { of: TripReport['stops'] }) => (
  <ShortTable<Stop> rows={numbered(of)} rowKey="id" columns={stopColumns} cells={stopCells} most={10} />
);

type Piece = TripReport['pieces'][number] & { id: string };
const pieceColumns: ReadonlyArray<Column<Piece>> = columns<Piece>()([
  { value: 'probe', label: '探头', width: 96 },
  { value: 'side', label: '方向', width: 80 },
  { value: 'startTime', label: '开始', width: 116 },
  { value: 'endTime', label: '结束', width: 116 },
  { value: 'minutes', label: '时长(分)', width: 76, align: 'right' },
  { value: 'extreme', label: '极值(℃)', width: 76, align: 'right' },
  { value: 'excess', label: '超出', width: 64, align: 'right' },
  { value: 'degreeMin', label: '℃·分', width: 76, align: 'right' },
  { value: 'doors', label: '期间开门', width: 90 },
  { value: 'counts', label: '计入', width: 56 },
  { value: 'address', label: '位置', width: 220 },
]);
const pieceCells: Cells<Piece> = {
  side: ({ side }) => (side === 'above' ? '高于上限' : '低于下限'),
  startTime: ({ startTime }) => minuteText(startTime),
  endTime: ({ endTime }) => minuteText(endTime),
  minutes: ({ minutes }) => formatNumber(minutes, 1),
  extreme: ({ extreme }) => formatNumber(extreme, 1),
  excess: ({ excess }) => formatNumber(excess, 1),
  degreeMin: ({ degreeMin }) => formatNumber(degreeMin, 1),
  counts: ({ counts }) => (counts ? '计入' : <span className="td-cap">不计</span>),
  address: ({ address }) => <Place line={address} />,
};
const Pieces = ({ of }: { of: TripReport['pieces'] }) => (
  <ShortTable<Piece> rows={numbered(of)} rowKey="id" columns={pieceColumns} cells={pieceCells} most={12} />
);

type Phase = TripReport['phases'][number] & { id: string };
const phaseColumns: ReadonlyArray<Column<Phase>> = columns<Phase>()([
  { value: 'phase', label: '阶段', width: 66 },
  { value: 'name', label: '地点', width: 104 },
  { value: 'startTime', label: '开始', width: 94 },
  { value: 'endTime', label: '结束', width: 94 },
  { value: 'minutes', label: '时长(分)', width: 66, align: 'right' },
  { value: 'counts', label: '计入', width: 50 },
]);
const phaseCells: Cells<Phase> = {
  phase: ({ phase }) => (
    <span className="reports-customized-trip-report-phase" data-phase={phase}>
      {tripPhases[phase]}
    </span>
  ),
  startTime: ({ startTime }) => minuteText(startTime),
  endTime: ({ endTime }) => minuteText(endTime),
  counts: ({ counts }) => (counts ? '计入' : <span className="td-cap">不计</span>),
};
const Phases = ({ of }: { of: TripReport['phases'] }) => (
  <ShortTable<Phase> rows={numbered(of)} rowKey="id" columns={phaseColumns} cells={phaseCells} most={12} />
);

type Probe = TripReport['probes'][number];
const probeColumns: ReadonlyArray<Column<Probe>> = columns<Probe>()([
  { value: 'probe', label: '探头', width: 96 },
  { value: 'verdict', label: '结论', width: 76 },
  { value: 'sensorNo', label: '探头编号', width: 104 },
  { value: 'certificateNo', label: '校准证书', width: 120 },
  { value: 'certificateEnd', label: '有效期至', width: 92 },
  { value: 'limits', label: '上下限', width: 88 },
  { value: 'max', label: '最高', width: 64, align: 'right' },
  { value: 'min', label: '最低', width: 64, align: 'right' },
  { value: 'avg', label: '平均', width: 64, align: 'right' },
  { value: 'mkt', label: 'MKT', width: 64, align: 'right' },
  { value: 'passRate', label: '合格率(%)', width: 80, align: 'right' },
  { value: 'overMin', label: '超限(分)', width: 76, align: 'right' },
  { value: 'completeRate', label: '完整率(%)', width: 80, align: 'right' },
]);
const probeCells: Cells<Probe> = {
  verdict: ({ verdict }) => (verdict === null ? none : <VerdictWord of={verdict} />),
  max: ({ max }) => formatNumber(max, 1),
  min: ({ min }) => formatNumber(min, 1),
  avg: ({ avg }) => formatNumber(avg, 1),
  mkt: ({ mkt }) => formatNumber(mkt, 2),
  passRate: ({ passRate }) => formatNumber(passRate, 1),
  overMin: ({ overMin }) => formatNumber(overMin),
  completeRate: ({ completeRate }) => formatNumber(completeRate, 1),
};
const Probes = ({ of }: { of: TripReport['probes'] }) => (
  <ShortTable<Probe> rows={of} rowKey="key" columns={probeColumns} cells={probeCells} most={8} />
);

/** Room around the way for pins and their words, px. */
const room = { top: 36, right: 48, bottom: 16, left: 24 };

function Way({ report: { path, stops } }: { report: TripReport }) {
  const ways = useMemo((): PinWay[] => [{ path, as: 'driven' }], [path]);
  const pins = useMemo(
    () =>
      stops.flatMap(({ lng, lat, name }, i): Pin[] =>
        lng === null || lat === null ? [] : [{ lng, lat, text: String(i + 1), label: name }],
      ),
    [stops],
  );
  if (path.length === 0) return <p className="td-cap">这段时间没有定位数据</p>;
  return (
    <div className="reports-customized-trip-report-map">
      <MapView controls={false} padding={room} onReady={(map) => map.fitBounds(path, { maxZoom: 14, animate: false })}>
        <PinLayer pins={pins} ways={ways} />
      </MapView>
    </div>
  );
}
