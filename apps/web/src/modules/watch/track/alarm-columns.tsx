import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { sourceWords } from '@tongda/contract/watch/alarm/words';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import type { TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { formatDuration, formatNumber } from '../../../kit/show/format';
import { Place } from '../../../kit/show/place';
import { Figures, HandleDot, LevelMark } from '../alarm/door';

type AlarmEvent = TrackAnswer['alarmEvents'][number];

/** What happened, how bad, what was done about it: as in the alarm list. `record` leads there, null = the reader may not enter it. */
export const alarmColumns = (time: (t: number) => string, record: string | null): TableColumnsType<AlarmEvent> => [
  { title: '报警', width: 150, render: (_, r) => r.name },
  {
    title: '级别',
    width: 58,
    // 0 is the level of a terminal alarm only; the others are levels of alarms
    render: (_, r) => (r.level === 0 ? '--' : <LevelMark level={r.level as AlarmRow['level']} />),
  },
  {
    title: '报警值',
    width: 150,
    ellipsis: true,
    render: (_, r) => (r.subjectWords || r.value || r.limit ? <Figures row={r} /> : '--'),
  },
  { title: '开始', width: 108, render: (_, r) => time(r.startTime) },
  { title: '结束', width: 108, render: (_, r) => (r.endTime === null ? '进行中' : time(r.endTime)) },
  {
    title: '持续',
    width: 78,
    align: 'right',
    render: (_, r) => {
      if (r.endTime === null) return '--';
      return r.endTime === r.startTime ? '瞬时' : formatDuration((r.endTime - r.startTime) / 1000);
    },
  },
  {
    title: '速度(km/h)',
    width: 76,
    align: 'right',
    render: (_, r) => (r.speedKmh === null ? '--' : formatNumber(r.speedKmh)),
  },
  { title: '位置', ellipsis: true, render: (_, r) => <Place line={r.address} /> },
  { title: '来源', width: 64, ellipsis: true, render: (_, r) => sourceWords[r.source] },
  {
    title: '处理',
    width: 84,
    render: (_, r) =>
      r.handleStatus === null ? (
        '--'
      ) : (
        // a status of an alarm, whose own columns stand here
        <HandleDot row={{ status: 1, handleStatus: r.handleStatus as AlarmRow['handleStatus'] }} />
      ),
  },
  {
    title: '',
    width: 48,
    render: (_, r) =>
      record !== null && r.episodeId !== null ? (
        // the row itself leads to the moment on the map
        <Link to={`${record}&alarmId=${r.episodeId}`} onClick={(event) => event.stopPropagation()}>
          详情
        </Link>
      ) : null,
  },
];
