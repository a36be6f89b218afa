import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { arrivalWords } from '@tongda/contract/reports/kit/readings';
import type { Report } from '@tongda/contract/reports/kit/report';
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
import { useAsk } from '../../kit/call/use-ask';
import type { List } from '../../kit/list/use-rows';
import { formatNumber, minuteText, none, wireTime } from '../../kit/show/format';
import { ErrorState, Loading } from '../../kit/show/states';
import { useThemeMode } from '../../map/base/theme-mode';
import type { AnyRow } from './cells';
import { chartHeight, curveOption, hasUnproven, readingsAt, seriesColour } from './curve-option';

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

/** The curves of a report, of the same filters as its rows. */
export function Curves({ of, list }: CurvesProps) {
  return of.curveCall && list.asked ? <AskedCurves of={of} list={list} curveCall={of.curveCall} /> : null;
}

interface CurvesProps {
  of: Report;
  list: List<AnyRow>;
}

function AskedCurves({ of, list, curveCall }: CurvesProps & { curveCall: NonNullable<Report['curveCall']> }) {
  // filters are as the user left them: the server reads them anew
  const { data, error, refetch } = useAsk(curveCall, list.filters as never, { keep: true });
  // the list below says what went wrong with the same filters
  if (error) return list.error ? null : <ErrorState error={error} retry={() => void refetch()} right={of.title} />;
  return data ? <CurveChart answer={data} /> : <Loading />;
}

function CurveChart({ answer }: { answer: CurveAnswer }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const mode = useThemeMode();
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const made = init(box.current);
    chart.current = made;
    made.on('updateAxisPointer', (event) => {
      // the event of the library names the axes that the pointer is on
      const [axis] = (event as { axesInfo?: Array<{ value: number }> }).axesInfo ?? [];
      setAt(axis?.value ?? null);
    });
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(curveOption(answer, mode), true);
    chart.current?.resize();
  }, [answer, mode]);
  const shown = at ?? answer.until;
  const words = readingsAt(answer, shown);
  return (
    <figure className="reports-kit-curves" aria-label="曲线">
      <figcaption>
        <span>
          <i className="reports-kit-key" data-kind="band" /> 上下限
        </span>
        <span>
          <i className="reports-kit-key" data-kind="over" /> 超限
        </span>
        <span>
          <i className="reports-kit-key" data-kind="late" /> 补传
        </span>
        {hasUnproven(answer) ? (
          <span>
            <i className="reports-kit-key" data-kind="unproven" /> {arrivalWords.unproven}
          </span>
        ) : null}
        <span>
          <i className="reports-kit-key" data-kind="gap" /> 缺失
        </span>
        <span>
          <i className="reports-kit-key" data-kind="door" /> 开门
        </span>
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
    </figure>
  );
}
