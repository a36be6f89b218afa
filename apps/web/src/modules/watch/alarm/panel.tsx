import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { episodeLevel, episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { type AlarmKind, kindShort } from '@tongda/contract/watch/alarm/words';
import { Select, Tooltip } from 'antd';
import { Bell, BellOff, ChevronRight, ListChecks } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { lastDays, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import { countAlarms, everything, type FeedFilter, filterAlarms } from './feed';
import { useRecordLink } from './links';
import { type LiveAlarmList, useAlarmSound } from './use-live';
import { Figures, LevelMark, StatusWords, useMayDeal } from './words';
import './styles.css';

interface AlarmPanelProps {
  alarms: LiveAlarmList;
  /** the server's clock, ticking */
  now: number;
  chosenId: string | null;
  onPick: (row: AlarmRow, handle: boolean) => void;
  onClose: () => void;
}

const levels = [episodeLevel.severe, episodeLevel.ordinary, episodeLevel.notice] as const;

/** 实时报警: what nobody has finished, the most urgent on top, each to be handled where it stands. */
export function AlarmPanel({ alarms, now, chosenId, onPick, onClose }: AlarmPanelProps) {
  const [filter, setFilter] = useState<FeedFilter>(everything);
  const counts = useMemo(() => countAlarms(alarms.list), [alarms.list]);
  const shown = useMemo(() => filterAlarms(alarms.list, filter), [alarms.list, filter]);
  return (
    <section className="watch-alarm-panel" data-map-panel aria-label="实时报警">
      <PanelHead total={alarms.total} onClose={onClose} />
      <div className="watch-alarm-filters">
        {levels.map((level) => (
          <button
            key={level}
            type="button"
            className="watch-alarm-chip"
            data-level={level}
            aria-pressed={filter.level === level}
            onClick={() => setFilter({ ...filter, level: filter.level === level ? null : level })}
          >
            {episodeLevel.label(level)}
            <b>{counts.levels.get(level) ?? 0}</b>
          </button>
        ))}
        <Select<AlarmKind | ''>
          aria-label="报警类型"
          size="small"
          value={filter.kind ?? ''}
          popupMatchSelectWidth={132}
          onChange={(kind) => setFilter({ ...filter, kind: kind === '' ? null : kind })}
          options={[
            { value: '', label: '全部类型' },
            ...counts.kinds.map(([kind, n]) => ({ value: kind, label: `${kindShort[kind]} ${n}` })),
          ]}
        />
      </div>
      <BatchLink filter={filter} count={shown.length} />
      <FeedBody {...{ alarms, shown, now, chosenId, onPick }} clear={() => setFilter(everything)} />
      {alarms.total > alarms.list.length ? (
        <p className="watch-alarm-more td-cap">显示最紧急的 {alarms.list.length} 条，其余请在报警记录中查看</p>
      ) : null}
    </section>
  );
}

/** Filters of the register that show the same: all open alarms of the last days. */
const worklistFilters = () => ({ waiting: 1, ...lastDays(7) });

/** Link to the register, where many alarms of one kind are handled together. */
function BatchLink({ filter, count }: { filter: FeedFilter; count: number }) {
  const { kind, level } = filter;
  const record = useRecordLink({ ...worklistFilters(), kind: kind ?? undefined, level: level ?? undefined });
  if (!record || (kind === null && level === null) || count < 2) return null;
  return (
    <Link className="watch-alarm-batch" to={record}>
      在报警记录中批量处理这 {count} 条
    </Link>
  );
}

function PanelHead({ total, onClose }: { total: number; onClose: () => void }) {
  const { on, turn } = useAlarmSound();
  const record = useRecordLink(worklistFilters());
  return (
    <header>
      <h2>
        实时报警 <b>{total}</b>
      </h2>
      <span className="grow" />
      {record ? (
        <Tooltip title="报警记录">
          <Link className="map-view-icon" aria-label="报警记录" to={record}>
            <ListChecks />
          </Link>
        </Tooltip>
      ) : null}
      <Tooltip title={on ? '关闭报警声音' : '打开报警声音'}>
        <button
          type="button"
          className="map-view-icon"
          aria-label={on ? '关闭报警声音' : '打开报警声音'}
          aria-pressed={on}
          onClick={() => turn(!on)}
        >
          {on ? <Bell /> : <BellOff />}
        </button>
      </Tooltip>
      <Tooltip title="收起">
        <button type="button" className="map-view-icon" aria-label="收起实时报警" onClick={onClose}>
          <ChevronRight />
        </button>
      </Tooltip>
    </header>
  );
}

interface FeedBodyProps extends Omit<AlarmPanelProps, 'onClose'> {
  shown: readonly AlarmRow[];
  clear: () => void;
}

function FeedBody({ alarms, shown, now, chosenId, onPick, clear }: FeedBodyProps) {
  const mayHandle = useMayDeal();
  if (alarms.loading) return <div className="watch-alarm-wait" aria-busy="true" />;
  if (alarms.error) return <ErrorState error={alarms.error} retry={alarms.retry} />;
  if (shown.length === 0) {
    return (
      <div className="watch-alarm-none">
        {alarms.list.length > 0 ? (
          <Empty
            title="没有符合条件的报警"
            action={
              <button type="button" className="td-plain kit-table-word" onClick={clear}>
                查看全部 {alarms.list.length} 条
              </button>
            }
          />
        ) : (
          <Empty title="没有待处理的报警" text="新报警会立即出现在这里" />
        )}
      </div>
    );
  }
  return (
    <ul className="watch-alarm-feed" aria-label="待处理报警">
      {shown.map((row) => (
        <FeedRow
          key={row.id}
          row={row}
          now={row.status === episodeStatus.open ? now : 0}
          fresh={alarms.fresh.has(row.id)}
          chosen={row.id === chosenId}
          handle={mayHandle && !row.shared}
          onPick={onPick}
        />
      ))}
    </ul>
  );
}

interface FeedRowProps {
  row: AlarmRow;
  now: number;
  fresh: boolean;
  chosen: boolean;
  handle: boolean;
  onPick: AlarmPanelProps['onPick'];
}

const FeedRow = memo(function FeedRow({ row, now, fresh, chosen, handle, onPick }: FeedRowProps) {
  const busy = row.handleStatus === alarmHandleStatus.inProgress;
  return (
    <li className="watch-alarm-row" data-level={row.level} data-fresh={fresh} data-chosen={chosen} data-busy={busy}>
      <button type="button" className="td-plain watch-alarm-main" onClick={() => onPick(row, false)}>
        <span className="watch-alarm-line">
          <b>{row.plateNo}</b>
          <span className="watch-alarm-title">{row.title}</span>
          {row.latePercent > 0 ? <i className="watch-alarm-late">补传</i> : null}
          <LevelMark level={row.level} />
        </span>
        <span className="watch-alarm-line">
          <span className="watch-alarm-figures">
            <Figures row={row} />
            {row.value || row.limit || row.subjectWords ? null : <span className="td-quiet">{row.ruleName}</span>}
          </span>
          <StatusWords row={row} now={now} />
        </span>
        <span className="watch-alarm-line td-cap">
          <span className="watch-alarm-address" title={row.address}>
            {row.address || '位置未知'}
          </span>
          <time title={row.startTime}>{shortTime(row.startTime)}</time>
        </span>
      </button>
      {handle ? (
        <button type="button" className="td-plain kit-table-word watch-alarm-act" onClick={() => onPick(row, true)}>
          {busy ? `${row.handledBy}处理中` : '处理'}
        </button>
      ) : busy ? (
        <span className="watch-alarm-act td-quiet">{row.handledBy}处理中</span>
      ) : null}
    </li>
  );
});
