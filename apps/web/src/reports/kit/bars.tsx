import type { Report } from '@tongda/contract/reports/kit/report';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import type { List } from '../../kit/list/use-rows';
import { formatNumber } from '../../kit/show/format';
import { useThemeMode } from '../../map/base/theme-mode';
import type { ColourName } from '../../theme/colours';
import { colour, type ThemeMode } from '../../theme/palette';
import type { AnyRow } from './cells';

use([BarChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

const stackColours = ['ok', 'warn', 'primary-line', 'grey'] as const satisfies readonly ColourName[];

/** The first rows of a report by one figure as bars, and beside them the parts of a whole: the same rows as the table, whatever page it shows. */
export function Bars({ of, list }: { of: Report; list: List<AnyRow> }) {
  const { bars } = of;
  // filters are as the user left them: the server reads them anew
  const asked = { ...list.filters, page: 1, size: bars?.top ?? 1, sort: `${bars?.of} desc` } as never;
  const { data } = useAsk(of.page, asked, { when: list.asked && list.total > 0, keep: true });
  // rows of a report are objects with its columns
  const rows = (data?.list ?? []) as AnyRow[];
  return bars && rows.length > 0 ? <BarChartOf of={of} rows={rows} /> : null;
}

function BarChartOf({ of, rows }: { of: Report; rows: readonly AnyRow[] }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const mode = useThemeMode();
  useEffect(() => {
    if (!box.current) return;
    const made = init(box.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(barsOption(of, rows, mode), true);
  }, [of, rows, mode]);
  return (
    <figure className="reports-kit-bars" aria-label={`前${rows.length}名`}>
      <div ref={box} data-bars={rows.length} />
    </figure>
  );
}

const labelOf = (of: Report, column: string): string => {
  const label = of.columns[column]?.label;
  return typeof label === 'string' ? label : '';
};
const figureOf = (row: AnyRow, column: string): number => (typeof row[column] === 'number' ? Number(row[column]) : 0);

/** Two plots of the same rows side by side: the figure, and the parts of a whole. */
function barsOption(of: Report, rows: readonly AnyRow[], mode: ThemeMode): EChartsCoreOption {
  const { name = [], of: figure = '', stack = [] } = of.bars ?? {};
  const names = rows.map((row) => String(name.map((one) => row[one]).find((one) => one !== '' && one != null) ?? ''));
  const caption = { color: colour('text3', mode), fontSize: 11 };
  const grids = stack.length > 0 ? 2 : 1;
  const at = (i: number) => ({
    top: 28,
    bottom: 4,
    height: undefined,
    ...(i === 0 ? { left: 8, width: grids > 1 ? '47%' : '98%' } : { right: 8, width: '48%' }),
  });
  const axes = Array.from({ length: grids }, (_, i) => i);
  return {
    animation: false,
    textStyle: { fontSize: 11 },
    grid: axes.map((i) => ({ ...at(i), containLabel: true })),
    legend: { top: 0, left: 8, itemWidth: 10, itemHeight: 8, textStyle: caption },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: (value: unknown) => formatNumber(Number(value), 1),
    },
    xAxis: axes.map((i) => ({
      type: 'category',
      gridIndex: i,
      data: names,
      axisLine: { lineStyle: { color: colour('line', mode) } },
      axisTick: { show: false },
      axisLabel: { ...caption, rotate: rows.length > 8 ? 40 : 0, interval: 0 },
    })),
    yAxis: axes.map((i) => ({
      type: 'value',
      gridIndex: i,
      splitNumber: 3,
      axisLabel: caption,
      splitLine: { lineStyle: { color: colour('split', mode) } },
    })),
    series: [
      {
        type: 'bar',
        name: labelOf(of, figure),
        xAxisIndex: 0,
        yAxisIndex: 0,
        barMaxWidth: 18,
        itemStyle: { color: colour('primary', mode) },
        data: rows.map((row) => figureOf(row, figure)),
      },
      ...stack.map((column, i) => ({
        type: 'bar',
        name: labelOf(of, column),
        stack: 'whole',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: 18,
        itemStyle: { color: colour(stackColours[i % stackColours.length] ?? 'primary', mode) },
        data: rows.map((row) => figureOf(row, column)),
      })),
    ],
  };
}
