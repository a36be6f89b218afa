import { motionState } from '@tongda/contract/core/live';
import { countWords } from '@tongda/contract/watch/alarm/urgency';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { StateSymbol } from '../../../../map/overlay/state-symbol';
import { type StateFilter, stateFilters } from '../monitor/model';

const chipWords: Record<StateFilter, string> = {
  all: '全部',
  online: '在线',
  moving: '行驶',
  idle: '怠速',
  parked: '停车',
  offline: '离线',
  notLocated: '不定位',
  alarm: '报警',
};

const share = [
  ['moving', 'st-moving'],
  ['idle', 'st-idle'],
  ['parked', 'st-parked'],
  ['notLocated', 'st-lost'],
  ['offline', 'st-offline'],
] as const;

export interface StateChipsProps {
  /** vehicles of each state */
  counts: Record<StateFilter, number>;
  /** nothing is known of them yet, which a nought would not say */
  loading: boolean;
  filter: StateFilter;
  onFilter: (filter: StateFilter) => void;
}

/** The states as chips with their counts, which filter the tree, and the bar of their shares. */
export const StateChips = memo(function StateChips({ counts, loading, filter, onFilter }: StateChipsProps) {
  return (
    <>
      <div className={counts.all > 999 ? 'watch-location-chips many' : 'watch-location-chips'}>
        {stateFilters.map((f) => (
          <button
            key={f}
            type="button"
            className={f === filter ? 'chip on' : 'chip'}
            aria-pressed={f === filter}
            title={f === 'alarm' ? countWords.vehicles : undefined}
            onClick={() => onFilter(f === filter ? 'all' : f)}
          >
            <ChipMark filter={f} />
            <span>{chipWords[f]}</span>
            <b className={f === 'alarm' && counts.alarm > 0 ? 'red' : ''}>{loading ? '--' : counts[f]}</b>
          </button>
        ))}
      </div>
      <div className="watch-location-share" aria-hidden="true">
        {share.map(
          ([key, token]) =>
            counts[key] > 0 && <i key={key} style={{ flex: counts[key], background: `var(--td-${token})` }} />,
        )}
      </div>
    </>
  );
});

function ChipMark({ filter }: { filter: StateFilter }) {
  if (filter === 'all' || filter === 'online') return null;
  if (filter === 'alarm') return <TriangleAlert className="td-ico red" />;
  return <StateSymbol state={motionState[filter]} size={17} />;
}
