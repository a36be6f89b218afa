import { hourMs } from '@tongda/contract/core/durations';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { arrivalWords } from '@tongda/contract/reports/kit/readings';
import type { Report } from '@tongda/contract/reports/kit/report';
import { Drawer } from 'antd';
import { CustomChart, LineChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import type { Filters } from '../../../kit/list/url';
import type { List } from '../../../kit/list/use-rows';
import { formatNumber, minuteText, none, wireTime } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';
import { useThemeMode } from '../../../map/base/theme-mode';
import type { AnyRow } from '../cells';
import { CurvesComing } from './coming';
import { chartHeight, curveOption, hasUnproven, readingsAt } from './option';
import { RawPoints } from './raw-points';
import { seriesColour } from './series-colour';
import '../styles.css';

use([
  LineChart,
  CustomChart,
  GridComponent,
  DataZoomComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  AxisPointerComponent,
  CanvasRenderer,
]);

interface CurvesProps {
  of: Report;
  list: List<AnyRow>;
}

/** The curves of a report, of the same filters as its rows. */
export function Curves({ of, list }: CurvesProps) {
  if (!of.curveCall) return null;
  // the list below says what went wrong with the same filters
  return <AskedCurves title={of.title} call={of.curveCall} filters={list.filters} silent={list.error !== null} />;
}

/** A wire time on the same clock, `by` ms later. */
const shiftWire = (wire: string, by: number): string =>
  new Date(Date.parse(`${wire.replace(' ', 'T')}Z`) + by).toISOString().slice(0, 19).replace('T', ' ');

/** So long before and after a row's own time its readings are shown, ms. */
const aroundMs = 2 * hourMs;

/** The readings around the time of one row, in a drawer; `row` null: closed. */
export function RowCurve({ of, list, row, close }: CurvesProps & { row: AnyRow | null; close: () => void }) {
  const moment = (wire: unknown, otherwise: string, by: number): string =>
    shiftWire(typeof wire === 'string' ? wire : otherwise, by);
  const filters = row
    ? {
        ...list.filters,
        vehicleIds: [row.vehicleId],
        startTime: moment(row.startTime, String(list.filters.startTime), -aroundMs),
        endTime: moment(row.endTime, wireTime(Date.now()), aroundMs),
      }
    : null;
  return (
    <Drawer
      open={row !== null}
      size={900}
      title={`${String(row?.plateNo ?? '')} 曲线（前后2小时）`}
      onClose={close}
      destroyOnHidden
    >
      {filters && of.curveCall ? (
        <AskedCurves title={of.title} call={of.curveCall} filters={filters} silent={false} />
      ) : null}
    </Drawer>
  );
}

interface AskedProps {
  title: string;
  call: NonNullable<Report['curveCall']>;
  filters: Filters;
  /** somebody else tells of a failure */
  silent: boolean;
}

function AskedCurves({ title, call, filters, silent }: AskedProps) {
  // filters are as the user left them: the server reads them anew
  const { data, error, refetch } = useAsk(call, filters as never, { keep: true });
  if (error) return silent ? null : <ErrorState error={error} retry={() => void refetch()} right={title} />;
  return data ? <CurveChart answer={data} /> : <CurvesComing />;
}

/** Curves that are there already. */
export function CurveChart({ answer }: { answer: CurveAnswer }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const mode = useThemeMode();
  const [at, setAt] = useState<number | null>(null);
  const pointed = useRef<number | null>(null);
  /** a moment that was clicked, and the curves that it is of: it is none of those that are drawn next */
  const [picked, setPicked] = useState<{ of: CurveAnswer; at: number | null } | null>(null);
  const drawn = useRef(answer);
  useEffect(() => {
    if (!box.current) return;
    const made = init(box.current);
    chart.current = made;
    made.on('updateAxisPointer', (event) => {
      // the event of the library names the axes that the pointer is on
      const [axis] = (event as { axesInfo?: Array<{ value: number }> }).axesInfo ?? [];
      pointed.current = axis?.value ?? null;
      setAt(pointed.current);
    });
    made.getZr().on('click', () => setPicked({ of: drawn.current, at: pointed.current }));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    drawn.current = answer;
    chart.current?.setOption(curveOption(answer, mode), true);
    chart.current?.resize();
  }, [answer, mode]);
  const shown = at ?? answer.until;
  const words = readingsAt(answer, shown);
  return (
    <figure className="reports-kit-curves" aria-label="曲线">
      <figcaption>
        <Keys answer={answer} />
        <span className="reports-kit-readout">
          <b>{minuteText(wireTime(shown))}</b>
          {words.map(({ name, value, unit, out, unproven, nth }) => (
            <span key={`${name}${unit}`} data-out={out}>
              <i className="reports-kit-key" style={{ background: seriesColour(nth, mode) }} /> {name}{' '}
              <b>{value === null ? none : formatNumber(value, 1)}</b> {unit}
              {unproven ? <em className="reports-kit-unproven">{arrivalWords.unproven}</em> : null}
            </span>
          ))}
        </span>
      </figcaption>
      <div
        ref={box}
        style={{ height: chartHeight(answer) }}
        data-lanes={answer.lanes.length}
        data-gaps={answer.gaps.length}
      />
      {answer.vehicles ? <RawPoints vehicles={answer.vehicles} at={picked?.of === answer ? picked.at : null} /> : null}
    </figure>
  );
}

/** The signs that the curves really use. */
function Keys({ answer }: { answer: CurveAnswer }) {
  const series = answer.lanes.flatMap((lane) => lane.series);
  const bounded = series.some(({ lower, upper }) => lower !== null || upper !== null);
  const late = series.some(({ points }) => points.some(([, , came]) => came === 1));
  const shown: ReadonlyArray<readonly [is: boolean, kind: string, word: string]> = [
    [bounded, 'band', '上下限'],
    [bounded, 'over', '超限'],
    [late || bounded, 'late', '补传'],
    [hasUnproven(answer), 'unproven', arrivalWords.unproven],
    [answer.gaps.length > 0 || bounded, 'gap', '缺失'],
    [answer.strips.some(({ tone }) => tone === 'door'), 'door', '开门'],
  ];
  return shown.map(([is, kind, word]) =>
    is ? (
      <span key={kind}>
        <i className="reports-kit-key" data-kind={kind} /> {word}
      </span>
    ) : null,
  );
}
