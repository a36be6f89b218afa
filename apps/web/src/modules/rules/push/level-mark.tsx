import { episodeLevel } from '@tongda/contract/watch/alarm/episode';

const tones: Readonly<Record<number, string>> = { 1: 'blue', 2: 'amber', 3: 'red' };

/** 提示, 一般, 严重 with their colour. */
export const LevelMark = ({ level, andAbove }: { level: number; andAbove?: boolean }) => (
  <span className="td-dot" data-tone={tones[level] ?? 'grey'}>
    {episodeLevel.label(level)}
    {andAbove && level < 3 ? '及以上' : ''}
  </span>
);
