import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { toast } from '../../dialog/notify';
import { selectText } from '../../form/input/select-text';
import { useFilterDraft } from './bar';
import { rangeFault, rangePresets } from './date-range';

const wire = 'YYYY-MM-DD HH:mm:ss';
/** How days are shown, and what else may be typed. None is the beginning of another, as a date counts as soon as it is whole. */
const formats = ['MM-DD', 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD', 'MM/DD'];

type Ends = [Dayjs | null, Dayjs | null];
const dayOf = (value: unknown): Dayjs | null => (value ? dayjs(String(value)) : null);

/** Whether Tab leaves the two boxes: forwards from the end, backwards from the start. */
const isLastTab = ({ target, shiftKey }: KeyboardEvent<HTMLElement>): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('date-range') === (shiftKey ? 'start' : 'end');

/**
 * Range of days; the end is 23:59:59. `names` are the two request fields; a longer range than `maxDays` is refused with a sentence. One end that was typed or
 * chosen counts when the box is left, also when nobody touched the other.
 */
export function FilterRange(props: {
  names: readonly [string, string];
  label: string;
  width?: number;
  maxDays?: number;
}) {
  const { names, label, width = 250, maxDays } = props;
  const { values, put } = useFilterDraft();
  const [first, last] = [values[names[0]], values[names[1]]];
  const [refusals, setRefusals] = useState(0);
  // another array makes the picker forget what was typed: one for each pair of days, and one for each refusal
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal brings the old range back
  const shown = useMemo<Ends>(() => [dayOf(first), dayOf(last)], [first, last, refusals]);
  const typed = useRef<Ends | null>(null);
  const change = ([start, end]: Ends): void => {
    typed.current = null;
    const fault = rangeFault(start, end, maxDays);
    if (fault !== null) {
      setRefusals((n) => n + 1);
      toast('warning', fault);
      return;
    }
    put({ [names[0]]: start?.startOf('day').format(wire), [names[1]]: end?.endOf('day').format(wire) }, true);
  };
  const leave = (): void => {
    const ends = typed.current;
    typed.current = null;
    if (ends?.[0] && ends[1] && ends.some((end, i) => !end?.isSame(shown[i] ?? null, 'day'))) change(ends);
  };
  return (
    <div className="kit-list-filter-one" style={{ width }}>
      <DatePicker.RangePicker
        aria-label={label}
        prefix={<span className="kit-list-filter-label">{label}</span>}
        value={shown}
        format={formats}
        placeholder={['开始', '结束']}
        order={false}
        presets={rangePresets()}
        onFocus={selectText}
        onCalendarChange={([start, end]) => {
          typed.current = [start ?? null, end ?? null];
        }}
        onOpenChange={(open) => open || leave()}
        onKeyDown={(event) => {
          // Tab goes on to the button that clears: what was typed counts before
          if (event.key === 'Tab' && isLastTab(event)) leave();
        }}
        onChange={(chosen) => change(chosen ?? [null, null])}
      />
    </div>
  );
}
