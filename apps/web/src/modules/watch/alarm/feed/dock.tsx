import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { alarmUrgency, countKey, countWords } from '@tongda/contract/watch/alarm/urgency';
import { type AlarmKind, kindShort } from '@tongda/contract/watch/alarm/words';
import { Select, Tooltip } from 'antd';
import { Bell, BellOff, ChevronDown, ChevronUp, ListChecks } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Empty, ErrorState } from '../../../../kit/show/states';
import { loadAlarmPanel } from '../detail/side';
import { ofAllTime, useRecordLink } from '../links';
import { useMayDeal } from '../words';
import { countAlarms, everything, type FeedFilter, feedGroups, filterAlarms } from './lines';
import { FeedGroups } from './rows';
import { type LiveAlarmList, useAlarmSound } from './use-live';
import '../dock.css';
import '../styles.css';

interface AlarmDockProps {
  alarms: LiveAlarmList;
  /** the server's clock, ticking */
  now: number;
  /** false: the head alone, with the counts */
  open: boolean;
  onOpen: (open: boolean) => void;
  chosenId: string | null;
  onPick: (row: AlarmRow, handle: boolean) => void;
}

const levels = [episodeLevel.severe, episodeLevel.ordinary, episodeLevel.notice] as const;

/** Whoever comes to the feed opens an alarm next. What fails here is told when the alarm is opened. */
const prepare = (): void => void loadAlarmPanel().catch(() => undefined);

/** 实时报警: what nobody has finished, under the map, the most urgent on top, a line each, to be handled where it stands. Folded it is its head. */
export function AlarmDock({ alarms, now, open, onOpen, chosenId, onPick }: AlarmDockProps) {
  const [filter, setFilter] = useState<FeedFilter>(everything);
  const shown = useMemo(() => filterAlarms(alarms.list, filter), [alarms.list, filter]);
  return (
    <section
      className="watch-alarm-dock"
      data-map-panel
      data-open={open}
      aria-label="实时报警"
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <DockHead counts={alarms.counts} loading={alarms.loading} open={open} onOpen={onOpen}>
        {open ? <Filters list={alarms.list} filter={filter} shown={shown.length} onFilter={setFilter} /> : null}
      </DockHead>
      {open ? <DockBody {...{ alarms, shown, now, chosenId, onPick }} clear={() => setFilter(everything)} /> : null}
    </section>
  );
}

interface FiltersProps {
  list: readonly AlarmRow[];
  filter: FeedFilter;
  /** alarms that the filter leaves */
  shown: number;
  onFilter: (filter: FeedFilter) => void;
}

/** One level or one kind only, and the way to the register, where many alarms of one kind are handled together. */
function Filters({ list, filter, shown, onFilter }: FiltersProps) {
  const counts = useMemo(() => countAlarms(list), [list]);
  const { kind, level } = filter;
  const record = useRecordLink({ waiting: 1, ...ofAllTime, kind: kind ?? undefined, level: level ?? undefined });
  return (
    <div className="watch-alarm-filters">
      {record && (kind !== null || level !== null) && shown > 1 ? (
        <Link className="watch-alarm-batch" to={record}>
          批量处理这 {shown} 条
        </Link>
      ) : null}
      {levels.map((one) => (
        <button
          key={one}
          type="button"
          className="watch-alarm-chip"
          data-level={one}
          aria-pressed={level === one}
          onClick={() => onFilter({ ...filter, level: level === one ? null : one })}
        >
          {episodeLevel.label(one)}
          <b>{counts.levels.get(one) ?? 0}</b>
        </button>
      ))}
      <Select<AlarmKind | ''>
        aria-label="报警类型"
        size="small"
        value={kind ?? ''}
        popupMatchSelectWidth={132}
        onChange={(next) => onFilter({ ...filter, kind: next === '' ? null : next })}
        options={[
          { value: '', label: '全部类型' },
          ...counts.kinds.map(([one, n]) => ({ value: one, label: `${kindShort[one]} ${n}` })),
        ]}
      />
    </div>
  );
}

const headOrder = [
  alarmUrgency.fresh,
  alarmUrgency.unacknowledged,
  alarmUrgency.working,
  alarmUrgency.lasting,
] as const;

interface DockHeadProps extends Pick<AlarmDockProps, 'open' | 'onOpen'> {
  counts: LiveAlarmList['counts'];
  /** nothing is known of them yet, which a nought would not say */
  loading: boolean;
  children: ReactNode;
}

function DockHead({ counts, loading, open, onOpen, children }: DockHeadProps) {
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
              {alarmUrgency.label(urgency)} <b>{loading ? '--' : counts[key]}</b>
            </span>
          );
        })}
      </p>
      <span className="grow" />
      {children}
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
      <Tooltip title={open ? '收起' : '展开'}>
        <button
          type="button"
          className="map-view-icon"
          aria-label={open ? '收起实时报警' : '展开实时报警'}
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          {open ? <ChevronDown /> : <ChevronUp />}
        </button>
      </Tooltip>
    </header>
  );
}

interface DockBodyProps extends Pick<AlarmDockProps, 'alarms' | 'now' | 'chosenId' | 'onPick'> {
  shown: readonly AlarmRow[];
  clear: () => void;
}

function DockBody({ alarms, shown, now, chosenId, onPick, clear }: DockBodyProps) {
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
  return (
    <FeedGroups groups={groups} {...{ fresh: alarms.fresh, now, chosenId, mayHandle, onPick }}>
      <Rest alarms={alarms} />
    </FeedGroups>
  );
}

/** What the list does not hold: more than fits, and what ended long ago without a result. */
function Rest({ alarms: { list, counts } }: { alarms: LiveAlarmList }) {
  const record = useRecordLink({ urgency: alarmUrgency.past, ...ofAllTime });
  const all = counts.fresh + counts.unacknowledged + counts.working + counts.lasting;
  const more = all > list.length;
  const past = counts.past > 0 && record;
  if (!more && !past) return null;
  return (
    <p className="watch-alarm-more td-cap">
      {more ? <span>显示最紧急的 {list.length} 条，其余请在报警记录中查看</span> : null}
      {past ? (
        <Link to={past} title={countWords.past}>
          逾期未处理 {counts.past} 条
        </Link>
      ) : null}
    </p>
  );
}
