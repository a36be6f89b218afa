import { type ColumnMap, resolveByFilter, tableColumns } from '@tongda/contract/reports/kit/columns';
import { mostCurves } from '@tongda/contract/reports/kit/curve';
import { figureLook, figureValue } from '@tongda/contract/reports/kit/figures';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import { Checkbox } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { FigureStrip } from '../../kit/detail/figure-strip';
import { periodBefore } from '../../kit/list/filter/date-range';
import type { List } from '../../kit/list/use-rows';
import { formatNumber } from '../../kit/show/format';
import { ShortTable } from '../../kit/table/short';
import { type AnyRow, cellsOf } from './cells';
import { changeText } from './change';
import { chosenOf } from './chosen';
import { CurvesComing } from './curves/coming';

export type ReportView = 'curve' | 'list' | 'sum';

interface AboveProps {
  of: Report;
  list: List<AnyRow>;
  foot: Foot | undefined;
  /** of a report with `spread`: its charts are wanted */
  spread: boolean;
  /** charts that the report's own screen makes */
  charts?: ReactNode;
  /** of a report with curves: everything, the list alone, or the figures and the list */
  view: ReportView;
}

/** Whether it is known that there are no rows. */
const isEmpty = (list: List<AnyRow>): boolean => list.answer !== undefined && list.total === 0;

// the map engine comes with the first report that has a map
const ReportMap = lazy(async () => ({ default: (await import('./map')).ReportMap }));
const Spread = lazy(async () => ({ default: (await import('./spread')).Spread }));
const Bars = lazy(async () => ({ default: (await import('./bars')).Bars }));
// and the chart library with the first that has curves
const Curves = lazy(async () => ({ default: (await import('./curves/chart')).Curves }));

/** What stands between toolbar and table: the foot's figures that the declaration names, a table of them, curves, the rows on a map. */
export function Above({ of, list, foot, view, spread, charts }: AboveProps) {
  // charts of nothing are an empty band
  const hasBars = list.asked && !isEmpty(list);
  return (
    <>
      <div className="reports-kit-top">
        {of.stat && view !== 'list' && foot?.stat?.length ? <Stat columns={of.stat} rows={foot.stat} /> : null}
        {of.curve && view === 'curve' && list.asked ? <FewCurves of={of} list={list} /> : null}
      </div>
      {of.strip && list.asked && (foot || !list.error) ? (
        <Strip of={of} list={list} foot={foot} names={of.strip} />
      ) : null}
      {spread && hasBars ? (
        <Suspense fallback={<div className="reports-kit-spread" />}>
          <Spread of={of} list={list} />
        </Suspense>
      ) : null}
      {hasBars ? charts : null}
      {of.bars && hasBars ? (
        <Suspense fallback={null}>
          <Bars of={of} list={list} />
        </Suspense>
      ) : null}
      {of.map && list.asked ? (
        <Suspense fallback={<div className="reports-kit-map" />}>
          <ReportMap of={of} list={list} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Too many vehicles would make curves that nobody can read: then a sentence says how many can be chosen. */
function FewCurves({ of, list }: { of: Report; list: List<AnyRow> }) {
  const [label, chosen] = chosenOf(of, list.filters);
  if (chosen === 0 || chosen > mostCurves)
    return (
      <p className="reports-kit-nocurve">
        选择 1~{mostCurves} {label === '车辆' ? '辆车' : `台${label}`}后查询，这里显示曲线
      </p>
    );
  return (
    <Suspense fallback={<CurvesComing />}>
      <Curves of={of} list={list} />
    </Suspense>
  );
}

/** The foot's figures over the table, `--` while they are counted; on request beside those of the period of as many days before. */
function Strip({
  of,
  list,
  foot,
  names,
}: {
  of: Report;
  list: List<AnyRow>;
  foot: Foot | undefined;
  names: readonly string[];
}) {
  const [compared, setCompared] = useState(false);
  const { startTime, endTime } = list.filters;
  const asked = { ...list.filters, startTime: String(startTime), endTime: String(endTime) };
  const before = periodBefore({ startTime: String(startTime), endTime: String(endTime) });
  // filters are as the user left them: the server reads them anew
  const { data, error } = useAsk(of.totalsCall, { ...list.filters, ...before } as never, { when: compared });
  const noteOf = (value: number | null | undefined, last: number | null | undefined, look = {}) =>
    compared && data ? { note: changeText(value, last, look) } : {};
  // nothing is counted where there are no rows
  const now = foot ?? (isEmpty(list) ? { rows: 0, values: {} } : undefined);
  const figures = names.flatMap((name) => {
    const column = of.columns[name];
    if (!column) return [];
    const look = figureLook(column, asked);
    const { label, unit, decimals } = look;
    const value = now && figureValue(name, column, now);
    const last = data && figureValue(name, column, data);
    const how = column.hint === undefined ? [] : [resolveByFilter(column.hint, asked)];
    const hints = [...how, ...(compared && data ? [`上期 ${formatNumber(last, decimals)} ${unit}`] : [])];
    return [
      {
        label,
        unit,
        value: formatNumber(value, decimals),
        ...(hints.length > 0 ? { hint: hints.join('\n') } : {}),
        ...noteOf(value, last, look),
      },
    ];
  });
  const rows = now?.rows;
  const total = { label: '共', value: formatNumber(rows), unit: of.unit, ...noteOf(rows, data?.rows) };
  return (
    <div className="reports-kit-above">
      <FigureStrip label={`${of.title}合计`} figures={[total, ...figures]} />
      <Checkbox
        className="reports-kit-compare"
        checked={compared}
        onChange={({ target: { checked } }) => setCompared(checked)}
      >
        对比上期
        {compared ? (
          <small>{error ? '上期没有取到' : `${before.startTime.slice(5, 10)} 至 ${before.endTime.slice(5, 10)}`}</small>
        ) : null}
      </Checkbox>
    </div>
  );
}

/** Figures a row (a probe, a door) over the rows that they are made of. */
function Stat({ columns, rows }: { columns: ColumnMap; rows: readonly AnyRow[] }) {
  const asked = { startTime: '', endTime: '' };
  return (
    <div className="reports-kit-stat">
      <ShortTable<AnyRow>
        rows={rows}
        rowKey="id"
        // columns of a declaration name the fields of its rows
        columns={tableColumns(columns, asked).map((column) => ({ ...column, sortable: false })) as never}
        cells={cellsOf(columns, asked, rows)}
        most={6}
      />
    </div>
  );
}
