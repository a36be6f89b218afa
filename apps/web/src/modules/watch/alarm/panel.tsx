import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { episodeLevel, episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { alarmUrgency, countKey, countWords } from '@tongda/contract/watch/alarm/urgency';
import { type AlarmKind, kindShort } from '@tongda/contract/watch/alarm/words';
import { Select, Tooltip } from 'antd';
import { Bell, BellOff, ChevronDown, ChevronRight, ListChecks } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import {
  countAlarms,
  everything,
  type FeedFilter,
  type FeedGroup,
  type FeedLine,
  feedGroups,
  filterAlarms,
  lastingWords,
} from './feed';
import { ofAllTime, useRecordLink } from './links';
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
      <PanelHead counts={alarms.counts} onClose={onClose} />
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
      <Rest alarms={alarms} />
    </section>
  );
}

/** What the list does not hold: more than fits, and what ended long ago without a result. */
function Rest({ alarms: { list, counts } }: { alarms: LiveAlarmList }) {
  const record = useRecordLink({ urgency: alarmUrgency.past, ...ofAllTime });
  const all = counts.fresh + counts.unacknowledged + counts.working + counts.lasting;
  return (
    <>
      {all > list.length ? (
        <p className="watch-alarm-more td-cap">显示最紧急的 {list.length} 条，其余请在报警记录中查看</p>
      ) : null}
      {counts.past > 0 && record ? (
        <p className="watch-alarm-more td-cap" title={countWords.past}>
          <Link to={record}>逾期未处理 {counts.past} 条</Link>
        </p>
      ) : null}
    </>
  );
}

/** Link to the register, where many alarms of one kind are handled together. */
function BatchLink({ filter, count }: { filter: FeedFilter; count: number }) {
  const { kind, level } = filter;
  const record = useRecordLink({ waiting: 1, ...ofAllTime, kind: kind ?? undefined, level: level ?? undefined });
  if (!record || (kind === null && level === null) || count < 2) return null;
  return (
    <Link className="watch-alarm-batch" to={record}>
      在报警记录中批量处理这 {count} 条
    </Link>
  );
}

const headOrder = [
  alarmUrgency.fresh,
  alarmUrgency.unacknowledged,
  alarmUrgency.working,
  alarmUrgency.lasting,
] as const;

function PanelHead({ counts, onClose }: { counts: LiveAlarmList['counts']; onClose: () => void }) {
  const { on, turn } = useAlarmSound();
  const record = useRecordLink({ waiting: 1, ...ofAllTime });
  return (
    <header>
      <h2>报警</h2>
      <p className="watch-alarm-sums">
        {headOrder.map((urgency) => {
          const key = countKey(urgency);
          return (
            <span key={key} data-new={urgency === alarmUrgency.fresh && counts.fresh > 0} title={countWords[key]}>
              {alarmUrgency.label(urgency)} <b>{counts[key]}</b>
            </span>
          );
        })}
      </p>
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
  const groups = useMemo(() => feedGroups(shown), [shown]);
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
  return <FeedGroups groups={groups} {...{ fresh: alarms.fresh, now, chosenId, mayHandle, onPick }} />;
}

interface GroupsProps extends Pick<AlarmPanelProps, 'now' | 'chosenId' | 'onPick'> {
  groups: readonly FeedGroup[];
  fresh: ReadonlySet<string>;
  mayHandle: boolean;
}

/** New ones first, then those that nobody took up, then those in hand; what has gone on for long is one line until it is opened. */
function FeedGroups({ groups, fresh, now, chosenId, mayHandle, onPick }: GroupsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const rowsOf = (lines: readonly FeedLine[]) =>
    lines.map(({ row, rows }) => (
      <FeedRow
        key={row.id}
        row={row}
        times={rows.length}
        now={row.status === episodeStatus.open ? now : 0}
        fresh={fresh.has(row.id)}
        chosen={row.id === chosenId}
        handle={mayHandle && !row.shared}
        onPick={onPick}
      />
    ));
  return (
    <div className="watch-alarm-feed">
      {groups.map(({ urgency, lines, count }) => (
        <section key={urgency} aria-label={`${alarmUrgency.label(urgency)}报警`}>
          {urgency === alarmUrgency.lasting ? (
            <LastingLine
              lines={lines}
              count={count}
              now={now}
              unfolded={unfolded}
              onFold={() => setUnfolded(!unfolded)}
            />
          ) : (
            <h3 className="watch-alarm-group" data-new={urgency === alarmUrgency.fresh}>
              {alarmUrgency.label(urgency)} <b>{count}</b>
            </h3>
          )}
          {urgency !== alarmUrgency.lasting || unfolded ? <ul>{rowsOf(lines)}</ul> : null}
        </section>
      ))}
    </div>
  );
}

interface LastingProps extends Pick<FeedGroup, 'lines' | 'count'> {
  now: number;
  unfolded: boolean;
  onFold: () => void;
}

/** 长期持续 12 条: of what kinds, and the oldest. */
function LastingLine({ lines, count, now, unfolded, onFold }: LastingProps) {
  const { kinds, oldest } = lastingWords(lines);
  return (
    <button type="button" className="td-plain watch-alarm-lasting" aria-expanded={unfolded} onClick={onFold}>
      {unfolded ? <ChevronDown className="td-ico" /> : <ChevronRight className="td-ico" />}
      <span>
        长期持续 <b>{count}</b> 条<small>{kinds}</small>
        {oldest ? (
          <small>
            最久 {formatDuration(Math.max(0, now - oldest.start) / 1000)}，{oldest.plateNo}
          </small>
        ) : null}
      </span>
    </button>
  );
}

interface FeedRowProps {
  row: AlarmRow;
  /** alarms of the vehicle that say the same */
  times: number;
  now: number;
  fresh: boolean;
  chosen: boolean;
  handle: boolean;
  onPick: AlarmPanelProps['onPick'];
}

const FeedRow = memo(function FeedRow({ row, times, now, fresh, chosen, handle, onPick }: FeedRowProps) {
  const busy = row.handleStatus === alarmHandleStatus.inProgress;
  return (
    <li className="watch-alarm-row" data-level={row.level} data-fresh={fresh} data-chosen={chosen} data-busy={busy}>
      <button type="button" className="td-plain watch-alarm-main" onClick={() => onPick(row, false)}>
        <span className="watch-alarm-line">
          <b>{row.plateNo}</b>
          <span className="watch-alarm-title">
            {row.title}
            {times > 1 ? (
              <i className="watch-alarm-times" title={`该车有 ${times} 条未完成的${row.title}，处理时可一并处理`}>
                ×{times}
              </i>
            ) : null}
          </span>
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
