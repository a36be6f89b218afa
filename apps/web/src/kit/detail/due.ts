import { dayMs } from '@tongda/contract/core/durations';
import { expirySoonDays } from '@tongda/contract/resources/vehicle/fields';
import { wireTime } from '../show/format';

export type Due = 'none' | 'fine' | 'soon' | 'over';

/** Whole days from `today` to `date` (both `YYYY-MM-DD`); negative when it is over. */
export const daysUntil = (date: string, today = wireTime(Date.now()).slice(0, 10)): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs);

/** How a document stands: over, ends within 30 days, fine, or not known. */
export function dueOf(date: string | null, today?: string): { due: Due; days: number; words: string } {
  if (!date) return { due: 'none', days: Number.NaN, words: '' };
  const days = daysUntil(date, today);
  if (days < 0) return { due: 'over', days, words: `过期${-days}天` };
  if (days === 0) return { due: 'soon', days, words: '今天到期' };
  if (days <= expirySoonDays) return { due: 'soon', days, words: `剩${days}天` };
  return { due: 'fine', days, words: `剩${days}天` };
}
