import type { SearchHit } from '@tongda/contract/ground/place/find';
import { shapeLimits, type WireShape } from '@tongda/contract/ground/place/shape';
import { shapeBbox } from '@tongda/geo/shape';
import { Button } from 'antd';
import { Circle, LocateFixed, Pentagon } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { groundColours } from '../../theme/map-colours';
import { groundOf } from '../base/wire-shape';
import { DrawLayer } from '../draw/layer';
import type { DrawTool } from '../draw/model';
import { MapView } from '../view/canvas';
import type { MapHandle } from '../view/handle';
import { PinLayer } from './pin-layer';
import { MapSearch } from './search';
import './shape.css';

interface ShapeOnMapProps {
  value?: WireShape | null;
  onChange?: (shape: WireShape | null) => void;
  colour?: string;
  /** radius of a circle that a found position gets, m */
  usualRadiusM: number;
  id?: string;
  disabled?: boolean;
}

/** A fence drawn on a small map: searched, drawn, dragged. A control of a form. */
export function ShapeOnMap({
  value = null,
  onChange,
  colour = groundColours.store,
  usualRadiusM,
  id,
}: ShapeOnMapProps) {
  const map = useRef<MapHandle>(null);
  const [tool, setTool] = useState<DrawTool | null>(null);
  const [pin, setPin] = useState<SearchHit | null>(null);
  const fit = useCallback((handle: MapHandle | null, shape: WireShape | null, animate = true): void => {
    const box = shape ? shapeBbox(groundOf(shape), 300) : null;
    if (box) handle?.fitBounds(box, { maxZoom: 15, animate });
  }, []);
  const first = useRef(value);
  useEffect(() => {
    // a value that comes after the map (a loaded form) is shown once
    if (first.current || !value || tool) return;
    first.current = value;
    fit(map.current, value);
  }, [value, tool, fit]);
  const put = (shape: WireShape | null): void => {
    first.current = shape;
    onChange?.(shape);
  };
  const here = (): void => {
    if (!pin) return;
    put({ kind: 'circle', lng: pin.lng, lat: pin.lat, radiusM: usualRadiusM });
    setTool(null);
  };
  return (
    <div className="map-places-shape" id={id}>
      <MapView ref={map} onReady={(handle) => fit(handle, first.current, false)} controls={{ right: 8, bottom: 8 }}>
        {pin ? <PinLayer pins={[{ lng: pin.lng, lat: pin.lat, label: pin.name }]} /> : null}
        <DrawLayer
          tool={tool}
          shape={value}
          colour={colour}
          halfWidthM={shapeLimits.halfWidth.usual}
          onShape={put}
          onToolEnd={() => setTool(null)}
        />
      </MapView>
      <div className="map-places-shape-top">
        <MapSearch map={map} onPick={setPin} />
        {pin ? (
          <Button type="primary" icon={<LocateFixed />} onClick={here}>
            设为位置
          </Button>
        ) : null}
        <Button
          icon={<Circle />}
          type={tool === 'circle' ? 'primary' : 'default'}
          onClick={() => setTool(tool === 'circle' ? null : 'circle')}
        >
          画圆
        </Button>
        <Button
          icon={<Pentagon />}
          type={tool === 'polygon' ? 'primary' : 'default'}
          onClick={() => setTool(tool === 'polygon' ? null : 'polygon')}
        >
          画多边形
        </Button>
      </div>
    </div>
  );
}
