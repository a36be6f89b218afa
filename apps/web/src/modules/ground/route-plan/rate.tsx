import { formatNumber } from '../../../kit/show/format';
import { Nothing } from '../../../kit/show/nothing';

/** 偏差率 above which the drive was quite another one than the plan, per cent. */
const large = 20;

/** `+3.1`; red where plan and drive have little in common. */
export function Rate({ value, unit = '' }: { value: number | null; unit?: string }) {
  if (value === null) return <Nothing />;
  const text = `${value > 0 ? '+' : ''}${formatNumber(value, 1)}${unit}`;
  return Math.abs(value) > large ? <span className="ground-route-plan-late">{text}</span> : text;
}
