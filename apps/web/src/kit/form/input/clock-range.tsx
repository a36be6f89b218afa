import { TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useMemo, useRef } from 'react';
import { selectText } from './select-text';

/** First and last minute of a part of a day, HH:mm; the last may lie before the first, on the next day. */
export type ClockPair = readonly [from: string, until: string];

interface ClockRangeProps {
  label: string;
  value: ClockPair | null;
  onChange: (pair: [string, string]) => void;
  prefix?: ReactNode;
  minuteStep?: 1 | 5;
  /** false: a time counts as soon as it is picked */
  needConfirm?: boolean;
}

const wall = 'HH:mm';
/** A day is needed to hold a time of day. */
const clockOf = (text: string): Dayjs => dayjs(`2000-01-01 ${text}`);

/** Two times of a day. One that was typed counts when the boxes are left, also when nobody touched the other. */
export function ClockRange({ label, value, onChange, ...look }: ClockRangeProps) {
  const [from, until] = value ?? [];
  // another array makes the picker forget what was typed: Enter in a filter bar draws the page again between the two times
  const shown = useMemo<[Dayjs, Dayjs] | null>(
    () => (from && until ? [clockOf(from), clockOf(until)] : null),
    [from, until],
  );
  const typed = useRef<[Dayjs, Dayjs] | null>(null);
  const take = (ends: readonly [Dayjs | null, Dayjs | null] | null): void => {
    typed.current = null;
    const [first, last] = ends ?? [];
    if (!first || !last) return;
    const next: [string, string] = [first.format(wall), last.format(wall)];
    if (next[0] !== from || next[1] !== until) onChange(next);
  };
  return (
    <TimePicker.RangePicker
      {...look}
      aria-label={label}
      format={wall}
      order={false}
      allowClear={false}
      value={shown}
      onFocus={selectText}
      onCalendarChange={(ends) => {
        const [first, last] = ends ?? [];
        typed.current = first && last ? [first, last] : null;
      }}
      onOpenChange={(open) => open || take(typed.current)}
      onChange={take}
    />
  );
}
