import { type AlarmRow, alarmDismiss, alarmHandle } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { episodeLevel, episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { useCan } from '../../../kit/session/can';
import { formatDuration } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import './styles.css';

/** Level as a small filled mark: red only for severe ones. */
export const LevelMark = ({ level }: { level: AlarmRow['level'] }) => (
  <span className="watch-alarm-level" data-level={level}>
    {episodeLevel.label(level)}
  </span>
);

const handleTones = {
  [alarmHandleStatus.open]: 'red',
  [alarmHandleStatus.inProgress]: 'amber',
  [alarmHandleStatus.closed]: 'green',
  [alarmHandleStatus.falseAlarm]: 'grey',
  [alarmHandleStatus.appeal]: 'violet',
  [alarmHandleStatus.overdue]: 'red',
};
/** Where handling stands; a withdrawn alarm that nobody touched waits for nobody. */
export const HandleDot = ({ row }: { row: Pick<AlarmRow, 'status' | 'handleStatus'> }) =>
  row.status === episodeStatus.withdrawn && idle.has(row.handleStatus) ? (
    <span className="td-quiet">无需处理</span>
  ) : (
    <StateDot of={alarmHandleStatus} tones={handleTones} code={row.handleStatus} />
  );
const idle: ReadonlySet<number> = new Set([alarmHandleStatus.open, alarmHandleStatus.overdue]);

const waits: ReadonlySet<number> = new Set([
  alarmHandleStatus.open,
  alarmHandleStatus.inProgress,
  alarmHandleStatus.appeal,
  alarmHandleStatus.overdue,
]);
/** Whether an alarm can be handled: nobody has finished it, and it is the company's own. */
export const canHandle = (row: Pick<AlarmRow, 'shared' | 'status' | 'handleStatus'>): boolean =>
  !row.shared && row.status !== episodeStatus.withdrawn && waits.has(row.handleStatus);

/** How long the alarm has lasted, in words. */
export function lastingText(row: Pick<AlarmRow, 'status' | 'start' | 'durationMs'>, now: number): string {
  if (row.durationMs !== null) return row.durationMs === 0 ? '瞬时' : formatDuration(row.durationMs / 1000);
  return row.status === episodeStatus.open ? formatDuration(Math.max(0, now - row.start) / 1000) : '';
}

/** 进行中 12分, 已结束 3分, 已撤销. */
export function StatusWords({ row, now }: { row: AlarmRow; now: number }) {
  if (row.status === episodeStatus.withdrawn) return <span className="watch-alarm-gone">已撤销</span>;
  const open = row.status === episodeStatus.open;
  return (
    <span className={open ? 'watch-alarm-open' : 'td-quiet'}>
      {open ? '已持续 ' : row.durationMs === 0 ? '' : '持续 '}
      {lastingText(row, now)}
    </span>
  );
}

/** What stands open in the foot of an alarm. */
export type AlarmForm = 'handle' | 'dismiss' | 'appeal' | 'reopen';

/** Whether somebody may appeal it: nobody has finished it, and nobody has appealed it yet. */
export const canAppeal = (row: Parameters<typeof canHandle>[0]): boolean =>
  canHandle(row) && row.handleStatus !== alarmHandleStatus.appeal;
/** Whether it has a result that may be opened again. */
export const canReopen = (row: Parameters<typeof canHandle>[0]): boolean =>
  !row.shared && row.status !== episodeStatus.withdrawn && !canHandle(row);

/** The value in bold and its bound behind it. */
export function Figures({ row }: { row: Pick<AlarmRow, 'subjectWords' | 'value' | 'limit'> }) {
  return (
    <>
      {row.subjectWords ? <span>{row.subjectWords} </span> : null}
      {row.value ? <b>{row.value}</b> : null}
      {row.limit ? <span className="td-quiet"> {row.limit}</span> : null}
    </>
  );
}

/** Whether the user may handle alarms or dismiss them. */
export function useMayDeal(): boolean {
  const handle = useCan(alarmHandle);
  const dismiss = useCan(alarmDismiss);
  return handle || dismiss;
}
