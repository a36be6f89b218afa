import { Modal } from 'antd';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { spotText } from '../../kit/show/spot';
import { fromMap } from '../base/providers';
import { MapView } from '../view/canvas';
import { useMapKit } from '../view/context';
import type { MapHandle } from '../view/handle';
import { findAddressAt } from './address';
import { PinLayer } from './pin-layer';
import { MapSearch } from './search';
import './point-dialog.css';

/** A position with what the address lookup says of it; `name` of the place that was searched for. */
export interface PickedPoint {
  lng: number;
  lat: number;
  /** 江苏省苏州市姑苏区; '' where nobody knows */
  area: string;
  /** with what lies between it and the middle of the area; '' where nobody knows */
  address: string;
  name: string;
}
type Spot = Omit<PickedPoint, 'area' | 'address'>;
const nowhere = { area: '', address: '' };

interface PointDialogProps {
  title: string;
  start: { lng: number; lat: number } | null;
  pick: (point: PickedPoint) => void;
  close: () => void;
}

/** Six decimals are 0.1 m, and as many as forms take. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A point by a click on the map, or by searching for a place, a district or a coordinate. */
export function PointDialog({ title, start, pick, close }: PointDialogProps) {
  const map = useRef<MapHandle | null>(null);
  const [spot, setSpot] = useState<Spot | null>(start ? { ...start, name: '' } : null);
  const [where, setWhere] = useState(nowhere);
  const lng = spot?.lng;
  const lat = spot?.lat;
  useEffect(() => {
    setWhere(nowhere);
    if (lng === undefined || lat === undefined) return;
    const asked = new AbortController();
    findAddressAt(lng, lat, asked.signal).then(
      (found) => setWhere(found ?? nowhere),
      () => undefined,
    );
    return () => asked.abort();
  }, [lng, lat]);
  const pins = useMemo(
    () => (spot ? [{ lng: spot.lng, lat: spot.lat, label: spot.name, selected: true }] : []),
    [spot],
  );
  return (
    <Modal
      open
      title={title}
      width={860}
      okText="使用此位置"
      cancelText="取消"
      okButtonProps={{ disabled: spot === null }}
      onOk={() => {
        if (spot) pick({ ...spot, ...where });
        close();
      }}
      onCancel={close}
    >
      <div className="map-places-point-map">
        <MapView
          ref={map}
          onReady={(handle) => start && handle.flyTo({ ...start, zoom: 13 })}
          controls={{ right: 8, bottom: 8 }}
        >
          <Clicks put={(at) => setSpot({ ...at, name: '' })} />
          <PinLayer pins={pins} />
        </MapView>
        <div className="map-places-point-search">
          <MapSearch
            map={map}
            onPick={(hit) =>
              hit &&
              setSpot({
                lng: roundDegrees(hit.lng),
                lat: roundDegrees(hit.lat),
                name: hit.kind === 'place' ? hit.name : '',
              })
            }
          />
        </div>
      </div>
      <p className="map-places-point-now" role="status">
        {spot ? (
          <>
            <b>{spotText(spot.lng, spot.lat)}</b>　{spot.name} {where.area}
          </>
        ) : (
          '在地图上点击，或在左上角查找站点、行政区、经纬度'
        )}
      </p>
    </Modal>
  );
}

function Clicks({ put }: { put: (at: { lng: number; lat: number }) => void }) {
  const { map, crs } = useMapKit();
  const latest = useRef(put);
  latest.current = put;
  useEffect(() => {
    const canvas = map.getCanvas();
    canvas.style.cursor = 'crosshair';
    const onClick = (event: MapMouseEvent): void => {
      const [lng, lat] = fromMap(crs, event.lngLat.lng, event.lngLat.lat);
      latest.current({ lng: roundDegrees(lng), lat: roundDegrees(lat) });
    };
    map.on('click', onClick);
    return () => {
      map.off('click', onClick);
      canvas.style.cursor = '';
    };
  }, [map, crs]);
  return null;
}
