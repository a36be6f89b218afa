import { spanText } from '@tongda/contract/transport/figures';

/** How far a truck is behind the promised time, min, as the owner of the goods reads it; nothing for one that is in time (negative) or whose arrival nobody knows. */
export const behindWords = (delayMin: number | null): string =>
  delayMin !== null && delayMin > 0 ? `比要求时间晚${spanText(delayMin)}` : '';
