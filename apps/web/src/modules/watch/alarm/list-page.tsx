import { minuteMs } from '@tongda/contract/core/durations';
import type { Input } from '@tongda/contract/core/endpoint';
import {
  type AlarmRow,
  alarmAppeal,
  alarmCount,
  alarmDetail,
  alarmDismiss,
  alarmExport,
  alarmFilters,
  alarmHandle,
  alarmPage,
  alarmReopen,
  alarmStat,
} from '@tongda/contract/watch/alarm/calls';
import { alarmColumns } from '@tongda/contract/watch/alarm/columns';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { alarmUrgency, countKey, countWords } from '@tongda/contract/watch/alarm/urgency';
import { sourceWords } from '@tongda/contract/watch/alarm/words';
import { Button, Dropdown } from 'antd';
import { ChartNoAxesColumn, ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatDuration, formatNumber, lastDays } from '../../../kit/show/format';
import { Place } from '../../../kit/show/place';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { AlarmDrawer } from './detail/drawer';
import { BatchHandle } from './handle/batch';
import { useReportLinks } from './links';
import { useShown } from './use-shown';
import { canAppeal, canHandle, canReopen, HandleDot, LevelMark, lastingText } from './words';
import './styles.css';

/** 报警记录: every alarm, what was done about it, and by whom. */
export function AlarmListPage() {
  const [defaults] = useState(() => lastDays(1));
  const list = useList<AlarmRow>(alarmPage, { defaults });
  const [handling, setHandling] = useState<AlarmRow[]>([]);
  const invalidate = useInvalidate();
  const shown = useShown();
  const changed = (): void => {
    list.select([], []);
    for (const endpoint of [alarmPage, alarmStat, alarmCount, alarmDetail]) void invalidate(endpoint);
  };
  const rowActions = (row: AlarmRow): RowAction[] => [
    { label: '详情', run: () => shown.open(row.id, null) },
    ...(canHandle(row)
      ? [
          { label: '处理', can: alarmHandle, run: () => shown.open(row.id, 'handle') },
          { label: '误报', can: alarmDismiss, run: () => shown.open(row.id, 'dismiss') },
        ]
      : []),
    ...(canAppeal(row) ? [{ label: '申诉', can: alarmAppeal, run: () => shown.open(row.id, 'appeal') }] : []),
    ...(canReopen(row) ? [{ label: '重新打开', can: alarmReopen, run: () => shown.open(row.id, 'reopen') }] : []),
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={alarmColumns}
        cells={alarmCells((row) => shown.open(row.id, null))}
        tabs={
          <>
            <Figures list={list} />
            <Tabs list={list} />
          </>
        }
        filters={<RegisterFilters of={alarmFilters.table} />}
        toolbar={
          <>
            <ExportButton of={alarmExport} />
            <ReportLinks />
          </>
        }
        batch={(rows) => (
          <Can do={alarmHandle}>
            <Button
              icon={<ClipboardCheck />}
              disabled={!rows.some(canHandle)}
              onClick={() => setHandling(rows.filter(canHandle))}
            >
              批量处理
            </Button>
          </Can>
        )}
        rowActions={rowActions}
        onRow={(row) => shown.open(row.id, null)}
        empty={<Empty title="没有符合条件的报警" text="默认显示今天的报警；可以放宽时间或清除筛选条件" />}
      />
      <AlarmDrawer shown={shown} rows={list.rows} />
      {handling.length > 0 ? <BatchHandle rows={handling} close={() => setHandling([])} changed={changed} /> : null}
    </>
  );
}

/** 报警报表: one kind of alarm with its own figures. */
function ReportLinks() {
  const links = useReportLinks();
  if (links.length === 0) return null;
  const items = links.map(({ title, to }) => ({ key: to, label: <Link to={to}>{title}</Link> }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<ChartNoAxesColumn />}>报警报表</Button>
    </Dropdown>
  );
}

/** Not even the day that the page begins with. */
const noTime = { startTime: null, endTime: null };

/** Filters of the list that no tab sets. */
function besideTabs({ filters }: List<AlarmRow>): Input<typeof alarmStat> {
  const { alarmId: _shown, handleStatus: _status, waiting: _waits, urgency: _urgency, ...rest } = filters;
  // the filters of the list are those of the figures
  return rest as Input<typeof alarmStat>;
}

/** What the filters of the page list, by its state; behind it what waits, of any time, by urgency, with the counts of header and feed. */
function Tabs({ list }: { list: List<AlarmRow> }) {
  const { data: counts } = useAsk(alarmCount, {}, { refetchInterval: minuteMs });
  const { data } = useAsk(alarmStat, besideTabs(list), { keep: true });
  const rows = data?.rows;
  const unfinished = counts && counts.fresh + counts.unacknowledged + counts.working + counts.lasting + counts.past;
  return (
    <StatusTabs
      list={list}
      name="handleStatus"
      items={[
        { name: '全部', count: rows?.all, scope: spanWords(list.filters) },
        {
          name: alarmHandleStatus.label(alarmHandleStatus.appeal),
          code: alarmHandleStatus.appeal,
          count: rows?.appeals,
          hint: '申诉中：等待裁定为已处理或误报',
        },
        {
          name: alarmHandleStatus.label(alarmHandleStatus.closed),
          code: alarmHandleStatus.closed,
          count: rows?.closed,
        },
        {
          name: alarmHandleStatus.label(alarmHandleStatus.falseAlarm),
          code: alarmHandleStatus.falseAlarm,
          count: rows?.dismissed,
        },
        {
          name: '未完成',
          count: unfinished,
          scope: '不限时间',
          other: { field: 'waiting', code: 1, more: noTime },
        },
        ...alarmUrgency.options.map(({ code, name }) => ({
          name,
          count: counts?.[countKey(code)],
          hint: countWords[countKey(code)],
          other: { field: 'urgency', code, more: noTime },
        })),
      ]}
    />
  );
}

/** What the figures are of: the tabs beside them count alarms of any time. */
function spanWords({ startTime, endTime }: Readonly<Record<string, unknown>>): string {
  if (typeof startTime !== 'string' && typeof endTime !== 'string') return '全部时间';
  const day = (time: unknown): string => (typeof time === 'string' ? time.slice(5, 10) : '');
  const [from, to] = [day(startTime), day(endTime)];
  return from === to ? from : `${from} ~ ${to}`;
}

/** What the filter adds up to. */
function Figures({ list }: { list: List<AlarmRow> }) {
  const { alarmId: _shown, ...filters } = list.filters;
  // the filters of the list are those of the figures
  const { data } = useAsk(alarmStat, filters as Input<typeof alarmStat>, { keep: true });
  const seconds = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? '--' : formatDuration(ms / 1000);
  const figures: Array<[string, string]> = [
    ['报警', formatNumber(data?.count)],
    ['已撤销', formatNumber(data && data.rows.all - data.count)],
    ['车辆', formatNumber(data?.vehicles)],
    ['进行中', formatNumber(data?.open)],
    ['未完成', formatNumber(data?.waiting)],
    ['误报', formatNumber(data?.falseAlarms)],
    ['处理率', data?.handledPercent == null ? '--' : `${formatNumber(data.handledPercent, 1)}%`],
    ['平均持续', seconds(data?.meanDurationMs)],
    ['平均响应', seconds(data?.meanReactionMs)],
  ];
  return (
    <div className="watch-alarm-stat" title="已撤销的报警单独一项，其余数字不含">
      <p>{spanWords(filters)}</p>
      <dl>
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const alarmCells = (open: (row: AlarmRow) => void): Cells<AlarmRow> => ({
  plateNo: (row) => (
    <button type="button" className="td-plain kit-table-word" onClick={() => open(row)}>
      {dottedPlate(row.plateNo)}
    </button>
  ),
  title: (row) => (row.status === episodeStatus.withdrawn ? <s className="td-quiet">{row.title}</s> : row.title),
  level: (row) => <LevelMark level={row.level} />,
  status: (row) => (
    <span className={row.status === episodeStatus.open ? 'watch-alarm-open' : 'td-quiet'}>
      {episodeStatus.label(row.status)}
    </span>
  ),
  handleStatus: (row) => <HandleDot row={row} />,
  address: (row) => <Place line={row.address} />,
  durationMs: (row) => lastingText(row, Date.now()) || '--',
  reactionMs: (row) => (row.reactionMs === null ? '--' : formatDuration(row.reactionMs / 1000)),
  speedKmh: (row) => formatNumber(row.speedKmh, 1),
  ways: (row) => row.ways.map((way) => alarmHandleWay.label(way)).join('、') || '--',
  source: (row) => sourceWords[row.source],
  fileCount: ({ fileCount, filesAnnounced }) =>
    fileCount + filesAnnounced === 0 ? '--' : filesAnnounced > fileCount ? `${fileCount}/${filesAnnounced}` : fileCount,
  latePercent: (row) => (row.latePercent > 0 ? `${row.latePercent}%` : '--'),
});
