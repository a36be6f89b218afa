import { rangeText } from '@tongda/contract/core/figure';
import type { PortableRow } from '@tongda/contract/resources/equipment/portable';
import { formatNumber } from '../../../kit/show/format';
import { Nothing } from '../../../kit/show/nothing';

/** A reading with one decimal, red and bold outside of its bounds. */
export function Reading({ row, of }: { row: PortableRow; of: 'tem1' | 'tem2' | 'hum' }) {
  const value = row[of];
  if (value === null) return <Nothing />;
  const text = formatNumber(value, 1);
  if (!row.over.includes(of)) return text;
  const bounds =
    of === 'hum' ? boundsWords(row.humLower, row.humUpper, '%RH') : boundsWords(row.temLower, row.temUpper, '℃');
  return (
    <b style={{ color: 'var(--td-red)' }} title={`超出 ${bounds}`}>
      {text}
    </b>
  );
}

/** `2~8℃`; '' when there is no bound. */
export const boundsWords = (lower: number | null, upper: number | null, unit: string): string =>
  lower === null && upper === null ? '' : rangeText(lower, upper, unit);

/** Minutes between two uploads, and what is still on its way or was refused. */
export const intervalWords = ({
  uploadInterval,
  wantedInterval,
  intervalState,
}: Pick<PortableRow, 'uploadInterval' | 'wantedInterval' | 'intervalState'>): string => {
  if (intervalState === 'waiting') return `${uploadInterval} → ${wantedInterval ?? ''} 待下发`;
  return intervalState === 'refused' ? `${uploadInterval} 下发失败` : String(uploadInterval);
};
