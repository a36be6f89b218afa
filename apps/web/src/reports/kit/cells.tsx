import {
  type Asked,
  type ColumnMap,
  daysOf,
  isMean,
  type ReportColumn,
  resolveByFilter,
} from '@tongda/contract/reports/kit/columns';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import { href, routes } from '@tongda/contract/shell/routes';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { Tooltip } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { writeListState } from '../../kit/list/url';
import { formatNumber, none } from '../../kit/show/format';
import { Place } from '../../kit/show/place';
import { PlateChip } from '../../kit/show/plate/chip';
import type { Cells, Totals } from '../../kit/table/types';

/** A row of any report: its columns by name. */
export type AnyRow = Record<string, unknown> & { id: string };

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The trajectory of a vehicle between two wire times. */
export const trackOf = (vehicleId: string, startTime: string, endTime: string): string =>
  href(routes.trajectory, 'community', { vehicleId, startTime, endTime });

/** 行驶日报 of a vehicle on one day. */
const dayReportOf = (vehicleId: string, date: string): string => {
  const filters = { vehicleIds: [vehicleId], startTime: `${date} 00:00:00`, endTime: `${date} 23:59:59` };
  return `${href(routes.dailyDrivingReport, 'report')}?${writeListState({ filters, page: 1, size: null, sort: null }).toString()}`;
};

/** How each column of a report is drawn. `dayReport`: the reader may open 行驶日报, which a day of a matrix then leads to. */
export function cellsOf(columns: ColumnMap, asked: Asked, rows: readonly AnyRow[], dayReport = false): Cells<AnyRow> {
  const cells: Record<string, (row: AnyRow) => ReactNode> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (column.kind === 'days') Object.assign(cells, dayCells(name, column, asked, rows, dayReport));
    else {
      const draw = cellDrawer(name, column, asked);
      if (draw) cells[name] = draw;
    }
  }
  return cells;
}

function cellDrawer(name: string, column: ReportColumn, asked: Asked): ((row: AnyRow) => ReactNode) | null {
  const decimals = resolveByFilter(column.decimals ?? 0, asked);
  switch (column.kind) {
    case 'plate':
      return (row) => <PlateChip plateNo={textOf(row[name])} colour={numberOf(row.vehicleColor) ?? 0} />;
    case 'address':
      return (row) => <Place line={textOf(row[name])} />;
    case 'words':
      return (row) => {
        // columns of words hold codes
        const code = row[name] as string;
        const word = column.words?.[code] ?? '';
        const dot = column.dots?.[code];
        if (dot)
          return (
            <span className="td-dot" data-tone={dot}>
              {word}
            </span>
          );
        return word === '' || word === none ? (
          none
        ) : (
          <span className="reports-kit-word" data-code={String(row[name])}>
            {word}
          </span>
        );
      };
    case 'figure':
      return (row) => {
        const value = numberOf(row[name]);
        if (value === null) return none;
        const tone = toneOf(name, column, row, value);
        if (tone)
          return (
            <b className="kit-detail-rate" data-tone={tone}>
              {formatNumber(value, decimals)}
            </b>
          );
        return column.total === 'own' ? <b>{formatNumber(value, decimals)}</b> : formatNumber(value, decimals);
      };
    case 'text': {
      const { goneBy } = column;
      if (!goneBy) return null;
      return (row) =>
        row[goneBy] === episodeStatus.withdrawn ? <s className="td-quiet">{textOf(row[name])}</s> : textOf(row[name]);
    }
    default:
      return null;
  }
}

function toneOf(name: string, { tone }: ReportColumn, row: AnyRow, value: number): string | null {
  if (tone === 'rate') return rateTone(value);
  if (tone === 'bad') return value > 0 ? 'red' : null;
  return tone === 'limit' && Array.isArray(row.over) && row.over.includes(name) ? 'red' : null;
}

/** Days by their figure, darker the higher, each a way to what was that day (report.md 4.2): to 行驶日报, or to the trajectory for who may not open it. */
function dayCells(
  name: string,
  column: ReportColumn,
  asked: Asked,
  rows: readonly AnyRow[],
  dayReport: boolean,
): Cells<AnyRow> {
  const decimals = resolveByFilter(column.decimals ?? 0, asked);
  // the contract makes the row's field of a column of days a list of figures
  const valuesOf = (row: AnyRow): ReadonlyArray<number | null> => row[name] as Array<number | null>;
  const highest = Math.max(0, ...rows.flatMap((row) => valuesOf(row).map((value) => value ?? 0)));
  const day = (date: string, i: number) => (row: AnyRow) => {
    const value = valuesOf(row)[i] ?? null;
    if (value === null) return none;
    const heat = highest > 0 ? `${Math.round((value / highest) * 100)}%` : '0%';
    const pending = Array.isArray(row.pending) && row.pending.includes(i);
    return (
      <Link
        className="reports-kit-day"
        // a variable of CSS is not among React's properties
        style={{ '--heat': heat } as CSSProperties}
        data-pending={pending}
        to={
          dayReport
            ? dayReportOf(textOf(row.vehicleId), date)
            : trackOf(textOf(row.vehicleId), `${date} 00:00:00`, `${date} 23:59:59`)
        }
        title={`${pending ? '计算中，点击' : ''}查看当日${dayReport ? '日报' : '轨迹'}`}
      >
        {formatNumber(value, decimals)}
      </Link>
    );
  };
  return Object.fromEntries(daysOf(asked).map((date, i) => [`d${i + 1}`, day(date, i)]));
}

/** The sum of a day from which on its decimals say nothing, and find no room. */
const wholeFrom = 10_000;

/** The foot of a report, over all rows of the filter. */
export function footOf(of: Report, asked: Asked, foot: Foot): Totals<AnyRow> {
  const values: Record<string, ReactNode> = {};
  // reports with a column a day have these in their foot
  const { days, onRoad } = foot as { days?: Array<number | null>; onRoad?: number[] };
  for (const [name, column] of Object.entries(of.columns)) {
    const decimals = resolveByFilter(column.decimals ?? 0, asked);
    if (column.kind === 'days')
      days?.forEach((value, i) => {
        values[`d${i + 1}`] = (
          <Tooltip title={`${onRoad?.[i] ?? 0} 辆出车`}>
            <span>{formatNumber(value, (value ?? 0) < wholeFrom ? decimals : 0)}</span>
          </Tooltip>
        );
      });
    else if (column.total) {
      const value = formatNumber(foot.values[name], decimals);
      values[name] = isMean(column.total) ? `均 ${value}` : value;
    }
  }
  return { label: `全部 ${foot.rows} ${of.unit}`, values };
}
