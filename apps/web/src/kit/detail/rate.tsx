import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { formatNumber } from '../show/format';
import { Nothing } from '../show/nothing';
import './figure-strip.css';

/** A share in per cent with its colour; `--` for nothing. */
export const Rate = ({ percent }: { percent: number | null }) =>
  percent === null ? (
    <Nothing />
  ) : (
    <span className="kit-detail-rate" data-tone={rateTone(percent)}>
      {formatNumber(percent, 1)}%
    </span>
  );

/** A score of 0-100 in the same colours, always with its decimal; `--` for nothing. */
export const Score = ({ value }: { value: number | null }) =>
  value === null ? (
    <Nothing />
  ) : (
    <span className="kit-detail-rate" data-tone={rateTone(value)}>
      {value.toFixed(1)}
    </span>
  );
