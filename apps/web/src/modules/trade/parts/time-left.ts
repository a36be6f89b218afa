import { hourS } from '@tongda/contract/core/durations';
import { formatDuration } from '../../../kit/show/format';

/** How long a code is good, in seconds: `29:41` of the last hour, 6天23小时 or 1小时5分 of more. */
export function timeLeft(seconds: number): string {
  if (seconds >= hourS) return formatDuration(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
