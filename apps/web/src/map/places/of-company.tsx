import { placeShapes } from '@tongda/contract/ground/place/calls';
import { Tooltip } from 'antd';
import { MapPinned } from 'lucide-react';
import { create } from 'zustand';
import { useAsk } from '../../kit/call/use-ask';
import { PlaceLayer } from './layer';

const storageKey = 'td.mapPlaces';

interface Shown {
  shown: boolean;
  toggle: () => void;
}
/** Whether the maps of this computer show the company's places; off until somebody wants them. */
const useShown = create<Shown>((set, get) => ({
  shown: localStorage.getItem(storageKey) === '1',
  toggle: () => {
    localStorage.setItem(storageKey, get().shown ? '0' : '1');
    set({ shown: !get().shown });
  },
}));

/** Sites, areas and lines of the company under the vehicles of a map, with how many vehicles are inside. */
export function CompanyPlaces() {
  const shown = useShown((state) => state.shown);
  const { data } = useAsk(placeShapes, {}, { when: shown, staleTime: 60_000, refetchInterval: 60_000 });
  return shown && data ? <PlaceLayer places={data} /> : null;
}

/** The switch of {@link CompanyPlaces} among the tools of a map. */
export function PlacesToggle() {
  const { shown, toggle } = useShown();
  const word = shown ? '隐藏站点和区域' : '显示站点和区域';
  return (
    <Tooltip title={word}>
      <button
        type="button"
        className={`map-view-icon ${shown ? 'on' : ''}`}
        aria-label="站点和区域"
        aria-pressed={shown}
        onClick={toggle}
      >
        <MapPinned />
      </button>
    </Tooltip>
  );
}
