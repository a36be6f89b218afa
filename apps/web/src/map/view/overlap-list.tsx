import { motionState } from '@tongda/contract/core/live';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { StateSymbol } from '../overlay/state-symbol';
import type { MapVehicle } from '../overlay/vehicle-store';
import { useMapKit } from './context';

interface Props {
  x: number;
  y: number;
  vehicles: readonly MapVehicle[];
  onPick: (id: string) => void;
  onClose: () => void;
}

const size = { width: 240, row: 28, head: 32, most: 9 };

/** Vehicles that stand on one place and cannot be told apart on the map. */
export function OverlapList({ x, y, vehicles, onPick, onClose }: Props) {
  const { map } = useMapKit();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  const { clientWidth, clientHeight } = map.getContainer();
  const height = size.head + Math.min(vehicles.length, size.most) * size.row + 6;
  const left = x + 16 + size.width > clientWidth ? x - 16 - size.width : x + 16;
  const top = Math.max(8, Math.min(y - 24, clientHeight - height - 8));
  return (
    <div
      className="map-view-panel map-view-overlap"
      role="dialog"
      aria-label="此处的车辆"
      style={{ left, top, width: size.width }}
    >
      <div className="map-view-overlap-head">
        此处 <b>{vehicles.length}</b> 辆车
        <button type="button" className="td-plain" aria-label="关闭" onClick={onClose}>
          <X size={14} strokeWidth={1.6} />
        </button>
      </div>
      <ul style={{ maxHeight: size.most * size.row }}>
        {vehicles.map((vehicle) => (
          <li key={vehicle.id}>
            <button type="button" className="td-plain" onClick={() => onPick(vehicle.id)}>
              <StateSymbol state={vehicle.state} headingDeg={vehicle.headingDeg} alarm={vehicle.alarm} />
              <span>{vehicle.label}</span>
              <em>{vehicle.subLabel ?? motionState.label(vehicle.state)}</em>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
