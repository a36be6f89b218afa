import { useQuery } from '@tanstack/react-query';
import type { Input } from '@tongda/contract/core/endpoint';
import {
  type DailyDrivingRow,
  type DailyMetric,
  dailyColumns,
  dailyDrivingExport,
  dailyDrivingPage,
  dailyDrivingTotals,
  dailyMaxDays,
  dailyMetrics,
  daysOf,
} from '@tongda/contract/reports/driving/daily-driving';
import { href, routes } from '@tongda/contract/shell/routes';
import { Tooltip } from 'antd';
import { type CSSProperties, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/call/api';
import { ExportButton } from '../../kit/files/export-button';
import { FilterRange, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../kit/list/filters';
import { ListPage } from '../../kit/list/page';
import type { Cells, Totals } from '../../kit/list/table-types';
import { type List, useList } from '../../kit/list/use-list';
import { none, num, wireTime } from '../../kit/show/format';
import { PlateChip } from '../../kit/show/plate-chip';
import { Empty } from '../../kit/show/states';
import { loadOrgs } from '../../modules/base/org/door';
import { loadFleets } from '../../modules/base/reference/door';
import './styles.css';

const metricOptions = Object.entries(dailyMetrics).map(([code, { label, unit }]) => ({
  code,
  name: `${label}（${unit}）`,
}));

/** The company's month so far. */
function thisMonth(): { startTime: string; endTime: string; metric: DailyMetric } {
  const today = wireTime(Date.now()).slice(0, 10);
  return { startTime: `${today.slice(0, 8)}01 00:00:00`, endTime: `${today} 23:59:59`, metric: 'mileage' };
}

/** 每日行驶汇总: a row a vehicle, a column a day. */
export function DailyDrivingPage() {
  const [defaults] = useState(thisMonth);
  const list = useList<DailyDrivingRow>(dailyDrivingPage, { defaults, auto: false });
  const asked = useAsked(list);
  const totals = useTotals(list, asked);
  const columns = useMemo(() => dailyColumns(asked, asked.metric), [asked]);
  const { decimals } = dailyMetrics[asked.metric];
  return (
    <ListPage
      list={list}
      columns={columns}
      cells={useMemo(() => cells(asked, list.rows), [asked, list.rows])}
      filters={
        <>
          <FilterText name="keyword" label="车牌号 / 车辆备注" main />
          <FilterRange names={['startTime', 'endTime']} label="日期" maxDays={dailyMaxDays} />
          <FilterSelect name="metric" label="指标" options={metricOptions} width={190} />
          <FilterRemote name="fleetId" label="车队" load={loadFleets} width={170} />
          <FilterTree name="orgId" label="部门" load={loadOrgs} width={170} />
        </>
      }
      toolbar={
        <>
          <ExportButton of={dailyDrivingExport} />
          {totals ? (
            <span className="rep-hint">
              {totals.vehicles} 辆车；{none} 为当天没有数据，0 为未行驶，斜体为还在计算（当天，或刚收到补传）
            </span>
          ) : null}
        </>
      }
      totals={totals && footOf(totals, decimals)}
      empty={<Empty title="没有可以统计的车辆" text="换一个车队、部门或日期再查询" />}
    />
  );
}

type Asked = ReturnType<typeof thisMonth>;

/** What is queried now, as the page needs it. */
function useAsked({ filters }: List<DailyDrivingRow>): Asked {
  const given = filters as Partial<Asked>;
  const fallback = thisMonth();
  const metric = given.metric && given.metric in dailyMetrics ? given.metric : fallback.metric;
  const [startTime, endTime] = [given.startTime ?? fallback.startTime, given.endTime ?? fallback.endTime];
  return useMemo(() => ({ startTime, endTime, metric }), [startTime, endTime, metric]);
}

function useTotals(list: List<DailyDrivingRow>, asked: Asked) {
  const input = { ...list.filters, ...asked } as Input<typeof dailyDrivingTotals>;
  const { data } = useQuery({
    queryKey: [dailyDrivingTotals.path, input],
    queryFn: ({ signal }) => call(dailyDrivingTotals, input, { signal, quiet: true }),
    enabled: list.asked && list.total > 0,
  });
  return data;
}

function footOf(
  { days, onRoad, total }: { days: ReadonlyArray<number | null>; onRoad: readonly number[]; total: number | null },
  decimals: number,
): Totals<DailyDrivingRow> {
  const cell = (value: number | null, i: number) => (
    <Tooltip title={`${onRoad[i] ?? 0} 辆出车`}>
      <span>{num(value, decimals)}</span>
    </Tooltip>
  );
  return {
    label: '全部车辆',
    values: {
      total: num(total, decimals),
      ...Object.fromEntries(days.map((value, i) => [`d${i + 1}`, cell(value, i)])),
    },
  };
}

/** Days by their figure, darker the higher, each a way to the trajectory of that day. */
function cells(asked: Asked, rows: readonly DailyDrivingRow[]): Cells<DailyDrivingRow> {
  const { decimals } = dailyMetrics[asked.metric];
  const highest = Math.max(0, ...rows.flatMap(({ days }) => days.map((value) => value ?? 0)));
  const day = (date: string, i: number) => (row: DailyDrivingRow) => {
    const value = row.days[i] ?? null;
    if (value === null) return none;
    const style = { '--heat': highest > 0 ? `${Math.round((value / highest) * 100)}%` : '0%' } as CSSProperties;
    const pending = row.pending.includes(i);
    const to = href(routes.trajectory, 'community', {
      vehicleId: row.id,
      startTime: `${date} 00:00:00`,
      endTime: `${date} 23:59:59`,
    });
    return (
      <Link
        className="rep-day"
        style={style}
        data-pending={pending}
        to={to}
        title={pending ? '计算中，点击查看当日轨迹' : '查看当日轨迹'}
      >
        {num(value, decimals)}
      </Link>
    );
  };
  return {
    plateNo: (row) => <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
    total: (row) => <b>{num(row.total, decimals)}</b>,
    average: (row) => num(row.average, decimals),
    ...Object.fromEntries(daysOf(asked).map((date, i) => [`d${i + 1}`, day(date, i)])),
  };
}
