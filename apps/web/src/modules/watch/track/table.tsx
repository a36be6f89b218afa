import { useQuery } from '@tanstack/react-query';
import { type TrackAnswer, type TrackRow, trackPoints } from '@tongda/contract/watch/track/calls';
import { Pagination, Spin, Table, type TableColumnsType, Tabs } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { duration, km, num, temp, wireTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import { useSize } from '../../../kit/show/use-size';
import { useRecordLink } from '../alarm/door';
import { alarmColumns } from './alarm-columns';

interface Props {
  track: TrackAnswer;
  range: { vehicleId: string; startTime: string; endTime: string };
  /** the playhead: its row is marked and, while paused, brought onto the page */
  t: number;
  playing: boolean;
  onSeek: (t: number) => void;
  onGhost: (t: number | null) => void;
}

type TabKey = 'points' | 'stops' | 'trips' | 'alarms' | 'doors';
const pageSize = 15;
/** tabs, titles and a scroll bar around the rows */
const aroundBodyPx = 76;
const leastBodyPx = 54;

/** What happened, as lists: every row leads to its moment on the map. */
export function TrackTable(props: Props) {
  const { track } = props;
  const [tab, setTab] = useState<TabKey>('points');
  const [box, { height }] = useSize<HTMLDivElement>();
  const bodyPx = Math.max(leastBodyPx, height - aroundBodyPx);
  useReachableRows(box);
  const zone = track.vehicle.timeZone;
  const time = (t: number): string => wireTime(t, zone).slice(5);
  const { vehicleId, startTime, endTime } = props.range;
  const record = useRecordLink({ vehicleId, startTime, endTime });
  const tabs: Array<{ key: TabKey; label: string; count: number }> = [
    { key: 'points', label: '轨迹点', count: track.stat.pointCount },
    { key: 'stops', label: '停车', count: track.stops.length },
    { key: 'trips', label: '行程', count: track.trips.length },
    { key: 'alarms', label: '报警', count: track.alarmEvents.length },
    { key: 'doors', label: '车门', count: track.doorEvents.length },
  ];
  return (
    <div className="trk-table" ref={box}>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => setTab(key as TabKey)}
        items={tabs.map(({ key, label, count }) => ({
          key,
          label: (
            <>
              {label} <span className="td-cap">{num(count)}</span>
            </>
          ),
        }))}
      />
      {tab === 'points' && <PointRows {...props} bodyPx={bodyPx} />}
      {tab === 'stops' && (
        <Rows
          {...props}
          bodyPx={bodyPx}
          empty="该时段没有停车"
          rows={track.stops}
          at={(r) => r.startTime}
          columns={[
            { title: '序号', width: 56, align: 'right', render: (_, r) => r.no },
            { title: '开始', width: 116, render: (_, r) => time(r.startTime) },
            { title: '结束', width: 116, render: (_, r) => (r.open ? '停车中' : time(r.endTime)) },
            { title: '时长', width: 100, align: 'right', render: (_, r) => duration((r.endTime - r.startTime) / 1000) },
            {
              title: '熄火',
              width: 90,
              align: 'right',
              render: (_, r) => (r.accOffSec > 0 ? duration(r.accOffSec) : '--'),
            },
            {
              title: '怠速',
              width: 90,
              align: 'right',
              render: (_, r) => (r.idleSec > 0 ? duration(r.idleSec) : '--'),
            },
            { title: '位置', render: (_, r) => r.address || '--', ellipsis: true },
          ]}
        />
      )}
      {tab === 'trips' && (
        <Rows
          {...props}
          bodyPx={bodyPx}
          empty="该时段没有行程"
          rows={track.trips}
          at={(r) => r.startTime}
          columns={[
            { title: '序号', width: 56, align: 'right', render: (_, r) => r.no },
            { title: '出发', width: 116, render: (_, r) => time(r.startTime) },
            { title: '到达', width: 116, render: (_, r) => time(r.endTime) },
            { title: '里程 km', width: 80, align: 'right', render: (_, r) => km(r.mileageM) },
            { title: '行驶', width: 90, align: 'right', render: (_, r) => duration(r.drivingSec) },
            {
              title: '均速 / 最高 km/h',
              width: 124,
              align: 'right',
              render: (_, r) => `${num(r.avgSpeedKmh)} / ${num(r.maxSpeedKmh)}`,
            },
            { title: '起点', render: (_, r) => r.startAddress || '--', ellipsis: true },
            { title: '终点', render: (_, r) => r.endAddress || '--', ellipsis: true },
          ]}
        />
      )}
      {tab === 'alarms' && (
        <Rows
          {...props}
          bodyPx={bodyPx}
          empty="该时段没有报警"
          rows={track.alarmEvents}
          at={(r) => r.startTime}
          columns={alarmColumns(time, record)}
        />
      )}
      {tab === 'doors' && (
        <Rows
          {...props}
          bodyPx={bodyPx}
          empty="该时段没有开门"
          rows={track.doorEvents}
          at={(r) => r.startTime}
          columns={[
            { title: '车门', width: 120, render: (_, r) => r.name },
            { title: '开门', width: 116, render: (_, r) => time(r.startTime) },
            { title: '关门', width: 116, render: (_, r) => (r.endTime === null ? '未关' : time(r.endTime)) },
            { title: '时长', width: 100, align: 'right', render: (_, r) => duration(r.durationSec) },
            { title: '' },
          ]}
        />
      )}
    </div>
  );
}

/** Rows that scroll can be scrolled with the keyboard, whichever list stands there. */
function useReachableRows(box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const reach = (): void => {
      for (const body of element.querySelectorAll('.ant-table-body:not([tabindex])'))
        body.setAttribute('tabindex', '0');
    };
    reach();
    const observer = new MutationObserver(reach);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
}

interface RowsProps<R> extends Pick<Props, 'onSeek' | 'onGhost'> {
  /** height of the rows */
  bodyPx: number;
  rows: readonly R[];
  columns: TableColumnsType<R>;
  at: (row: R) => number;
  empty: string;
}
function Rows<R extends object>({ rows, columns, at, empty, onSeek, onGhost, bodyPx }: RowsProps<R>) {
  if (rows.length === 0) return <Empty title={empty} />;
  return (
    <Table<R>
      size="small"
      className="trk-rows"
      rowKey={(row) => `${at(row)}-${rows.indexOf(row)}`}
      columns={columns}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ y: bodyPx }}
      onRow={(row) => ({
        onClick: () => onSeek(at(row)),
        onMouseEnter: () => onGhost(at(row)),
        onMouseLeave: () => onGhost(null),
      })}
    />
  );
}

function PointRows({ track, range, t, playing, onSeek, onGhost, bodyPx }: Props & { bodyPx: number }) {
  const [page, setPage] = useState(1);
  // While paused the table turns to the page of the playhead; while playing it would flicker, so it stays.
  const [around, setAround] = useState<number | null>(null);
  useEffect(() => {
    if (playing) return;
    const timer = setTimeout(() => setAround(Math.round(t)), 400);
    return () => clearTimeout(timer);
  }, [t, playing]);
  const answer = useQuery({
    queryKey: [trackPoints.path, range, page, around],
    queryFn: ({ signal }) =>
      call(
        trackPoints,
        { ...range, page, size: pageSize, ...(around === null ? {} : { aroundTime: around }) },
        { signal, quiet: true },
      ),
    placeholderData: (before) => before,
  });
  const columns = useMemo(() => pointColumns(track), [track]);
  const rows = answer.data?.list ?? [];
  const current = [...rows].reverse().find((row) => row.t <= t)?.no;
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Spin className="trk-wait" />;
  return (
    <>
      <Table<TrackRow>
        size="small"
        className="trk-rows"
        rowKey="no"
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ y: bodyPx, x: 'max-content' }}
        rowClassName={(row) => (row.no === current ? 'on' : '')}
        onRow={(row) => ({
          onClick: () => onSeek(row.t),
          onMouseEnter: () => onGhost(row.t),
          onMouseLeave: () => onGhost(null),
        })}
      />
      <Pagination
        size="small"
        className="trk-pages"
        showSizeChanger={false}
        showTotal={(total) => `共 ${total} 条`}
        pageSize={pageSize}
        current={answer.data.page}
        total={answer.data.total}
        onChange={(next) => {
          setAround(null);
          setPage(next);
        }}
      />
    </>
  );
}

function pointColumns(track: TrackAnswer): TableColumnsType<TrackRow> {
  const temps = track.probes
    .filter((p) => p.kind === 'tem' && p.channel <= 4)
    .map((probe) => ({
      title: `${probe.name} ℃`,
      width: 76,
      align: 'right' as const,
      render: (_: unknown, row: TrackRow) => {
        const value = row[`tem${probe.channel}` as 'tem1' | 'tem2' | 'tem3' | 'tem4'];
        const out =
          value !== null &&
          ((probe.upper !== null && value > probe.upper) || (probe.lower !== null && value < probe.lower));
        return <span className={out ? 'temp out' : ''}>{temp(value)}</span>;
      },
    }));
  return [
    { title: '序号', width: 60, align: 'right', dataIndex: 'no' },
    {
      title: '时间',
      width: 116,
      render: (_, row) => <span title={`定位 ${row.gpsTime}\n接收 ${row.receiveTime}`}>{row.gpsTime.slice(5)}</span>,
    },
    { title: '速度 km/h', width: 80, align: 'right', render: (_, row) => num(row.speedKmh) },
    { title: '方向', width: 84, dataIndex: 'direction' },
    { title: '里程 km', width: 80, align: 'right', render: (_, row) => num(row.mileageKm, 1) },
    { title: 'ACC', width: 48, dataIndex: 'acc' },
    ...temps,
    { title: '车门', width: 84, dataIndex: 'doors' },
    { title: '油量 L', width: 70, align: 'right', render: (_, row) => num(row.oilL) },
    { title: '位置', width: 300, dataIndex: 'address', ellipsis: true },
    {
      title: '类型',
      width: 76,
      // a place that a base station gave must not look like a fix while the list is not scrolled
      fixed: 'right',
      render: (_, row) => <span className={row.kind === '实时' ? 'kind' : 'kind late'}>{row.kind}</span>,
    },
  ];
}
