import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { alarmUrgency } from '@tongda/contract/watch/alarm/urgency';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type FocusEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../../kit/show/format';
import { shortPlace } from '../../../../kit/show/place';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { Figures, LevelMark, StatusWords } from '../words';
import { ageWords, type FeedGroup, type FeedLine, lastingWords } from './lines';

interface GroupsProps {
  groups: readonly FeedGroup[];
  /** came in the last seconds */
  fresh: ReadonlySet<string>;
  /** the server's clock, ticking */
  now: number;
  chosenId: string | null;
  mayHandle: boolean;
  onPick: (row: AlarmRow, handle: boolean) => void;
  /** what stands under the last line */
  children: ReactNode;
}

/** The buttons of one kind in the order of their lines: those that open an alarm, or those that handle it. */
const buttonsLike = (box: ParentNode, kind: string): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(`.${kind}`),
];
const kinds = ['watch-alarm-act', 'watch-alarm-main'] as const;

/** A line that goes while it has the keyboard, because it was handled or its alarm is over, leaves it to the line that takes its place. */
function useFocusInPlace() {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ button: HTMLElement; kind: string; at: number } | null>(null);
  useEffect(() => {
    const lost = held.current;
    if (!lost || lost.button.isConnected || !box.current) return;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const left = buttonsLike(box.current, lost.kind);
    left[Math.min(lost.at, left.length - 1)]?.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent): void => {
    const kind = kinds.find((one) => target.classList.contains(one));
    held.current = null;
    if (kind === undefined || !(target instanceof HTMLElement) || !box.current) return;
    held.current = { button: target, kind, at: buttonsLike(box.current, kind).indexOf(target) };
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) held.current = null;
  };
  return { ref: box, onFocus, onBlur };
}

/** New ones first, then those that nobody took up, then those in hand; what has gone on for long is one line until it is opened. */
export function FeedGroups({ groups, fresh, now, chosenId, mayHandle, onPick, children }: GroupsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const keyboard = useFocusInPlace();
  const rowsOf = (lines: readonly FeedLine[]) =>
    lines.map(({ row, rows }) => (
      <FeedRow
        key={row.id}
        row={row}
        times={rows.length}
        age={ageWords(now - row.start)}
        fresh={fresh.has(row.id)}
        chosen={row.id === chosenId}
        handle={mayHandle && !row.shared}
        onPick={onPick}
      />
    ));
  return (
    <div className="watch-alarm-feed" {...keyboard}>
      {groups.map(({ urgency, lines, count }) => (
        <section key={urgency} aria-label={`${alarmUrgency.label(urgency)}报警`}>
          <h3 className="watch-alarm-group" data-new={urgency === alarmUrgency.fresh}>
            {urgency === alarmUrgency.lasting ? '持续' : alarmUrgency.label(urgency)}
          </h3>
          <div>
            {urgency === alarmUrgency.lasting ? (
              <LastingLine
                lines={lines}
                count={count}
                now={now}
                unfolded={unfolded}
                onFold={() => setUnfolded(!unfolded)}
              />
            ) : null}
            {urgency !== alarmUrgency.lasting || unfolded ? <ul>{rowsOf(lines)}</ul> : null}
          </div>
        </section>
      ))}
      {children}
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
        长期持续 <b>{count}</b> 条
      </span>
      <span className="watch-alarm-kinds" title={kinds}>
        {kinds}
      </span>
      {oldest ? (
        <span>
          最久 {formatDuration(Math.max(0, now - oldest.start) / 1000)}，{dottedPlate(oldest.plateNo)}
        </span>
      ) : null}
    </button>
  );
}

interface FeedRowProps {
  row: AlarmRow;
  /** alarms of the vehicle that say the same */
  times: number;
  /** since its beginning, in words */
  age: string;
  fresh: boolean;
  chosen: boolean;
  handle: boolean;
  onPick: GroupsProps['onPick'];
}

/** One line: age, level, vehicle, what, how much, where, who has it, and the verb. */
const FeedRow = memo(function FeedRow({ row, times, age, fresh, chosen, handle, onPick }: FeedRowProps) {
  const busy = row.handleStatus === alarmHandleStatus.inProgress;
  return (
    <li className="watch-alarm-row" data-urgency={row.urgency} data-fresh={fresh} data-chosen={chosen}>
      <button type="button" className="td-plain watch-alarm-main" onClick={() => onPick(row, false)}>
        <time title={row.startTime}>{age}</time>
        <span>
          <LevelMark level={row.level} />
        </span>
        <b>{dottedPlate(row.plateNo)}</b>
        <span className="watch-alarm-title" title={row.ruleName}>
          {row.title}
          {times > 1 ? (
            <i className="watch-alarm-times" title={`该车有 ${times} 条未完成的${row.title}，处理时可一并处理`}>
              ×{times}
            </i>
          ) : null}
          {row.latePercent > 0 ? <i className="watch-alarm-late">补传</i> : null}
        </span>
        <span className="watch-alarm-figures">
          <Figures row={row} />
          {row.value || row.limit || row.subjectWords ? null : <span className="td-quiet">{row.ruleName}</span>}{' '}
          {row.status === episodeStatus.open ? null : <StatusWords row={row} now={0} />}
        </span>
        <span className="watch-alarm-address" title={row.address}>
          {shortPlace(row.address) || '位置未知'}
        </span>
      </button>
      <span className="watch-alarm-who" title={busy ? `${row.handledBy}处理中` : undefined}>
        {busy ? row.handledBy : null}
      </span>
      {handle ? (
        <button type="button" className="td-plain kit-table-word watch-alarm-act" onClick={() => onPick(row, true)}>
          {busy ? '记录' : '处理'}
        </button>
      ) : (
        <span />
      )}
    </li>
  );
});
