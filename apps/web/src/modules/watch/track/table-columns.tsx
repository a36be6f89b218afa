import type { TrackAnswer, TrackRow } from '@tongda/contract/watch/track/calls';
import type { TableColumnsType } from 'antd';
import { formatDuration, formatKm, formatNumber, formatTemp } from '../../../kit/show/format';
import { Place } from '../../../kit/show/place';

/** Epoch ms → `MM-DD HH:mm:ss` in the zone of the vehicle. */
type Clock = (t: number) => string;

export const stopColumns = (time: Clock): TableColumnsType<TrackAnswer['stops'][number]> => [
  { title: '序号', width: 56, align: 'right', render: (_, r) => r.no },
  { title: '开始', width: 116, render: (_, r) => time(r.startTime) },
  { title: '结束', width: 116, render: (_, r) => (r.open ? '停车中' : time(r.endTime)) },
  { title: '时长', width: 100, align: 'right', render: (_, r) => formatDuration((r.endTime - r.startTime) / 1000) },
  {
    title: '熄火',
    width: 90,
    align: 'right',
    render: (_, r) => (r.accOffSec > 0 ? formatDuration(r.accOffSec) : '--'),
  },
  {
    title: '怠速',
    width: 90,
    align: 'right',
    render: (_, r) => (r.idleSec > 0 ? formatDuration(r.idleSec) : '--'),
  },
  { title: '位置', render: (_, r) => <Place line={r.address} />, ellipsis: true },
];

export const tripColumns = (time: Clock): TableColumnsType<TrackAnswer['trips'][number]> => [
  { title: '序号', width: 56, align: 'right', render: (_, r) => r.no },
  { title: '出发', width: 116, render: (_, r) => time(r.startTime) },
  { title: '到达', width: 116, render: (_, r) => time(r.endTime) },
  { title: '里程(km)', width: 80, align: 'right', render: (_, r) => formatKm(r.mileageM) },
  { title: '行驶', width: 90, align: 'right', render: (_, r) => formatDuration(r.drivingSec) },
  {
    title: '均速 / 最高(km/h)',
    width: 124,
    align: 'right',
    render: (_, r) => `${formatNumber(r.avgSpeedKmh)} / ${formatNumber(r.maxSpeedKmh)}`,
  },
  { title: '起点', render: (_, r) => <Place line={r.startAddress} />, ellipsis: true },
  { title: '终点', render: (_, r) => <Place line={r.endAddress} />, ellipsis: true },
];

export const doorColumns = (time: Clock): TableColumnsType<TrackAnswer['doorEvents'][number]> => [
  { title: '车门', width: 120, render: (_, r) => r.name },
  { title: '开门', width: 116, render: (_, r) => time(r.startTime) },
  { title: '关门', width: 116, render: (_, r) => (r.endTime === null ? '未关' : time(r.endTime)) },
  { title: '时长', width: 100, align: 'right', render: (_, r) => formatDuration(r.durationSec) },
  { title: '' },
];

/** Columns of the points; each temperature probe of the vehicle has one, and a value beyond its bounds is marked. */
export function pointColumns(track: TrackAnswer): TableColumnsType<TrackRow> {
  const temps = track.probes
    .filter((p) => p.kind === 'tem' && p.channel <= 4)
    .map((probe) => ({
      title: `${probe.name} ℃`,
      width: 76,
      align: 'right' as const,
      render: (_: unknown, row: TrackRow) => {
        // a row has the columns tem1 to tem4, and channels above 4 are left out here
        const value = row[`tem${probe.channel}` as 'tem1' | 'tem2' | 'tem3' | 'tem4'];
        const out =
          value !== null &&
          ((probe.upper !== null && value > probe.upper) || (probe.lower !== null && value < probe.lower));
        return <span className={out ? 'map-view-temp out' : ''}>{formatTemp(value)}</span>;
      },
    }));
  return [
    { title: '序号', width: 60, align: 'right', dataIndex: 'no' },
    {
      title: '时间',
      width: 116,
      render: (_, row) => <span title={`定位 ${row.gpsTime}\n接收 ${row.receiveTime}`}>{row.gpsTime.slice(5)}</span>,
    },
    { title: '速度(km/h)', width: 80, align: 'right', render: (_, row) => formatNumber(row.speedKmh) },
    { title: '方向', width: 84, dataIndex: 'direction' },
    { title: '里程(km)', width: 80, align: 'right', render: (_, row) => formatNumber(row.mileageKm, 1) },
    { title: 'ACC', width: 48, dataIndex: 'acc' },
    ...temps,
    { title: '车门', width: 84, dataIndex: 'doors' },
    { title: '油量(L)', width: 70, align: 'right', render: (_, row) => formatNumber(row.oilL) },
    { title: '位置', width: 170, render: (_, row) => <Place line={row.address} />, ellipsis: true },
    {
      title: '类型',
      width: 76,
      // a place that a base station gave must not look like a fix while the list is not scrolled
      fixed: 'right',
      render: (_, row) => <span className={row.kind === '实时' ? 'kind' : 'kind late'}>{row.kind}</span>,
    },
  ];
}
