import { type TrackAnswer, type TrackRow, trackPoints } from '@tongda/contract/watch/track/calls';
import { Pagination, Spin, Table, type TableColumnsType, Tabs } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, wireTime } from '../../../kit/show/format';
import { useSize } from '../../../kit/show/hooks/use-size';
import { Empty, ErrorState } from '../../../kit/show/states';
import { useRecordLink } from '../alarm/door';
import { alarmColumns } from './alarm-columns';
import type { TrackQueryForm } from './query';
import { doorColumns, pointColumns, stopColumns, tripColumns } from './table-columns';

interface Props {
  track: TrackAnswer;
  range: Pick<TrackQueryForm, 'vehicleId' | 'startTime' | 'endTime' | 'operatingHours'>;
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

/** Points, stops, trips, alarms and doors of a track as lists; a click on a row moves the player to its moment. */
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
    <div className="watch-track-table" ref={box}>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => setTab(tabs.find((one) => one.key === key)?.key ?? tab)}
        items={tabs.map(({ key, label, count }) => ({
          key,
          label: (
            <>
              {label} <span className="td-cap">{formatNumber(count)}</span>
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
          columns={stopColumns(time)}
        />
      )}
      {tab === 'trips' && (
        <Rows
          {...props}
          bodyPx={bodyPx}
          empty="该时段没有行程"
          rows={track.trips}
          at={(r) => r.startTime}
          columns={tripColumns(time)}
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
          columns={doorColumns(time)}
        />
      )}
    </div>
  );
}

/** Makes the scrolling body of whichever table is shown reachable with the Tab key, so that it scrolls by the keyboard. */
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
      className="watch-track-rows"
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
  const answer = useAsk(
    trackPoints,
    { ...range, page, size: pageSize, ...(around === null ? {} : { aroundTime: around }) },
    { keep: true },
  );
  const columns = useMemo(() => pointColumns(track), [track]);
  const rows = answer.data?.list ?? [];
  const current = [...rows].reverse().find((row) => row.t <= t)?.no;
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Spin className="watch-track-wait" />;
  return (
    <>
      <Table<TrackRow>
        size="small"
        className="watch-track-rows"
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
        className="watch-track-pages"
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
