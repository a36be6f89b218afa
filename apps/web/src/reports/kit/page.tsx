import { dailyDrivingReport } from '@tongda/contract/reports/driving/daily';
import { type Asked, tableColumns } from '@tongda/contract/reports/kit/columns';
import type { Report } from '@tongda/contract/reports/kit/report';
import { href, type Route, routes } from '@tongda/contract/shell/routes';
import { Button, Segmented } from 'antd';
import { Clock3 } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ExportButton } from '../../kit/files/export-button';
import { ListPage } from '../../kit/list/page';
import { type Filters, writeListState } from '../../kit/list/url';
import { type List, type PageEndpoint, useList } from '../../kit/list/use-rows';
import { useCan } from '../../kit/session/can';
import { keepReportSettings, useReportSettingsRead } from '../../kit/session/report-settings';
import { Empty, Loading } from '../../kit/show/states';
import type { RowAction } from '../../kit/table/types';
import { extrasOf } from '../extras';
import { Above, type ReportView } from './above';
import { type AnyRow, cellsOf, footOf, trackOf } from './cells';
import { chosenOf } from './chosen';
import { reportsUnder } from './declarations';
import { type UseReportExtras, useNoExtras } from './extras';
import { firstFilters, knownFilters, promptOf, ReportFilters, readyToAsk } from './filters';
import { SavedQueries } from './saved-queries';
import { useFoot } from './use-foot';
import './styles.css';

// the chart library comes with the first curve that is shown
const RowCurve = lazy(async () => ({ default: (await import('./curves/chart')).RowCurve }));

/** The page of a route. */
export const screenOf = (of: Report): ComponentType => {
  const useExtras = extrasOf[of.screen] ?? useNoExtras;
  return () => <ReportScreen of={of} useExtras={useExtras} />;
};

interface ScreenProps {
  of: Report;
  useExtras: UseReportExtras;
}

/** The page, as soon as it is known what its filters begin with. */
const ReportScreen = (props: ScreenProps) => (useReportSettingsRead() ? <ReportPage {...props} /> : <Loading />);

/**
 * A report as its declaration says: filters, what stands above the table (figures, bars, curves, map), table with foot, columns, sheet, late
 * data, ways to detail and trajectory. Nothing is asked before the first 查询, but by lists that say `auto`.
 */
function ReportPage({ of, useExtras }: ScreenProps) {
  const [defaults] = useState(() => firstFilters(of));
  // every report pages its rows alike
  const list = useList<AnyRow>(of.page as unknown as PageEndpoint<AnyRow>, {
    defaults,
    read: useCallback((filters: Filters) => knownFilters(of, filters), [of]),
    auto: of.auto ?? false,
    ready: (filters) => readyToAsk(of, filters),
    prompt: (filters) => promptOf(of, filters),
  });
  const { asked: isAsked, filters } = list;
  useEffect(() => {
    if (isAsked) keepReportSettings(filters);
  }, [isAsked, filters]);
  // the first filters of a report name its range
  const asked = useMemo(() => ({ ...defaults, ...list.filters }) as Asked, [defaults, list.filters]);
  const foot = useFoot(of, list);
  const [view, setView] = useState<ReportView>('curve');
  const [hasCharts, setCharts] = useState(() => window.innerHeight >= tallEnough);
  const [curveOf, showCurve] = useState<AnyRow | null>(null);
  const names = foot?.names;
  const columns = useMemo(
    () => tableColumns(of.columns, asked, of.named && names ? { of: of.named, names } : undefined),
    [of, asked, names],
  );
  const dayReport = useCan(dailyDrivingReport.page);
  const extras = useExtras(list);
  const { batch } = extras;
  return (
    <>
      <ListPage
        list={list}
        // columns of a declaration name the fields of its rows
        columns={columns as never}
        cells={useMemo(() => cellsOf(of.columns, asked, list.rows, dayReport), [of, asked, list.rows, dayReport])}
        filters={<ReportFilters of={of} />}
        toolbar={
          <>
            {of.curve ? (
              <Segmented<ReportView> aria-label="视图" options={views} value={view} onChange={setView} />
            ) : null}
            {of.spread || extras.charts ? (
              <Button aria-pressed={hasCharts} onClick={() => setCharts(!hasCharts)}>
                {hasCharts ? '收起图表' : '图表'}
              </Button>
            ) : null}
            <Toolbar of={of} list={list} rows={foot?.rows} more={extras.toolbar} mark={extras.mark} />
          </>
        }
        above={
          <Above
            of={of}
            list={list}
            foot={foot}
            view={view}
            spread={hasCharts && of.spread === true}
            charts={hasCharts && foot ? extras.charts?.(foot) : null}
          />
        }
        totals={foot && list.total > 0 && hasFoot(of) ? footOf(of, asked, foot) : undefined}
        batch={batch ? (rows) => batch(rows) : undefined}
        rowActions={
          of.drill || extras.rowActions
            ? (row) => [...(extras.rowActions?.(row) ?? []), ...linksFrom(of, list, row, showCurve)]
            : undefined
        }
        onRow={extras.onRow}
        empty={of.empty ? <Empty {...of.empty} /> : undefined}
      />
      {of.drill?.curve && curveOf ? (
        <Suspense fallback={null}>
          <RowCurve of={of} list={list} row={curveOf} close={() => showCurve(null)} />
        </Suspense>
      ) : null}
      {extras.open}
    </>
  );
}

/** From this height of the window on, px, charts and a dozen rows fit together: charts are there from the start. */
const tallEnough = 880;

const views: Array<{ value: ReportView; label: string }> = [
  { value: 'curve', label: '曲线' },
  { value: 'list', label: '列表' },
  { value: 'sum', label: '汇总' },
];

const hasFoot = (of: Report): boolean => Object.values(of.columns).some(({ total }) => total !== undefined);

/** The address of another screen of the same report, with what was asked here. */
const withFilters = (screen: Report['screen'], filters: Record<string, unknown>): string => {
  const query = writeListState({ filters, page: 1, size: null, sort: null }).toString();
  // reports are mounted in the area of reports
  return `${href(routes[screen] as Route<'report'>, 'report')}?${query}`;
};

interface ToolbarProps {
  of: Report;
  list: List<AnyRow>;
  rows: number | undefined;
  more: ReactNode;
  mark: ReactNode;
}

function Toolbar({ of, list, rows, more, mark }: ToolbarProps) {
  const navigate = useNavigate();
  const screens = reportsUnder(of.menu);
  // the page's own answer: lists know rows and their number, reports also what waits for late data
  const late = (list.answer as { late?: number } | undefined)?.late ?? 0;
  return (
    <>
      {screens.length > 1 ? (
        <Segmented
          aria-label="视图"
          options={screens.map(({ screen, title }) => ({ value: screen, label: title }))}
          value={of.screen}
          onChange={(screen) => void navigate(withFilters(screen, list.filters))}
        />
      ) : null}
      {more}
      <SavedQueries of={of} list={list} />
      <ExportButton of={of.exportCall} />
      {of.recordCall ? null : (
        <ExportButton of={of.exportCall} extra={{ format: 'pdf' }}>
          导出PDF
        </ExportButton>
      )}
      {of.recordCall ? (
        <ExportButton of={of.recordCall} refused={refusedPaper(of, list.filters)} rowless={rows !== undefined}>
          {of.record?.label}
        </ExportButton>
      ) : null}
      {mark}
      {late > 0 ? (
        <span className="reports-kit-late" role="status">
          <Clock3 className="td-ico" />
          {late} 个车日刚收到补传，正在重新计算
        </span>
      ) : null}
      {rows !== undefined && of.hint ? (
        <span className="reports-kit-hint" title={of.hint}>
          {rows} {of.unit}；{of.hint}
        </span>
      ) : null}
    </>
  );
}

/** A paper is that of one vehicle or recorder. */
function refusedPaper(of: Report, filters: Record<string, unknown>): string | undefined {
  const [label, chosen] = chosenOf(of, filters);
  if (chosen <= 1) return undefined;
  return `一份${of.record?.name ?? ''}只含一${label === '车辆' ? '辆车，请只选一辆' : `台${label}，请只选一台`}`;
}

/** 明细, 曲线 and 轨迹 of a row: of its own time where it has one, else of the range. */
function linksFrom(of: Report, list: List<AnyRow>, row: AnyRow, showCurve: (row: AnyRow) => void): RowAction[] {
  const { vehicleId, siteId } = row;
  const ofVehicle = typeof vehicleId === 'string' && vehicleId !== '';
  const ofSite = typeof siteId === 'string' && siteId !== '';
  const ways: RowAction[] = [];
  const { keyword, fleetId, orgId, ...filters } = list.filters;
  // a row stands for a vehicle or for a place
  const whose = ofVehicle ? { vehicleIds: [vehicleId] } : { siteIds: [siteId] };
  if (of.drill?.detail && (ofVehicle || ofSite))
    ways.push({ label: '明细', to: withFilters(of.drill.detail, { ...filters, ...whose }) });
  if (of.drill?.curve && ofVehicle) ways.push({ label: '曲线', run: () => showCurve(row) });
  if (of.drill?.track && ofVehicle) {
    const from = typeof row.startTime === 'string' ? row.startTime : String(list.filters.startTime);
    const until = typeof row.endTime === 'string' ? row.endTime : String(list.filters.endTime);
    ways.push({ label: '轨迹', to: trackOf(vehicleId, from, until) });
  }
  return ways;
}
