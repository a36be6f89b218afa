import { placeSearch, type SearchHit } from '@tongda/contract/ground/place/find';
import { Input } from 'antd';
import { Building2, MapPin, Navigation, Search, Truck, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../kit/call/api';
import { reportError } from '../../kit/dialog/notify';
import type { MapHandle } from '../view/handle';
import './search.css';

interface MapSearchProps {
  map: { readonly current: MapHandle | null };
  /** what was found and where the pin stands; null when the box is emptied */
  onPick: (hit: SearchHit | null) => void;
}

const waitMs = 250;
const icons = { point: Navigation, place: MapPin, vehicle: Truck, district: Building2 } as const;

/** One box for everything on a map: own places, vehicles, districts, `121.38,31.25`. Arrow keys and Enter choose. */
export function MapSearch({ map, onPick }: MapSearchProps) {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<SearchHit[] | null>(null);
  const [active, setActive] = useState(0);
  const turn = useRef(0);
  useEffect(() => {
    const keyword = text.trim();
    const mine = ++turn.current;
    if (keyword === '') {
      setHits(null);
      return;
    }
    const timer = setTimeout(async () => {
      try {
        const found = await call(placeSearch, { keyword }, { quiet: true });
        // An answer that a later question overtook is dropped.
        if (mine !== turn.current) return;
        setHits(found);
        setActive(0);
      } catch (error) {
        reportError(error);
      }
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  const pick = (hit: SearchHit): void => {
    turn.current++;
    setHits(null);
    map.current?.flyTo({ lng: hit.lng, lat: hit.lat, zoom: hit.zoom });
    onPick(hit);
  };
  const clear = (): void => {
    setText('');
    onPick(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!hits) return;
    if (event.key === 'ArrowDown') setActive((n) => Math.min(n + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setActive((n) => Math.max(n - 1, 0));
    else if (event.key === 'Escape') setHits(null);
    else if (event.key === 'Enter' && hits[active]) pick(hits[active]);
    else return;
    event.preventDefault();
  };
  return (
    <search className="map-places-search" data-map-panel>
      <Input
        aria-label="查找位置"
        value={text}
        prefix={<Search className="td-ico td-mute" />}
        suffix={
          text ? (
            <button type="button" className="td-plain" aria-label="清除" onClick={clear}>
              <X className="td-ico" />
            </button>
          ) : (
            <span />
          )
        }
        placeholder="站点、车牌、行政区或经纬度"
        maxLength={50}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {hits ? (
        <ul aria-label="查找结果">
          {hits.map((hit, i) => {
            const Icon = icons[hit.kind];
            return (
              <li key={`${hit.kind}${hit.id}${hit.name}`}>
                <button type="button" className="td-plain" data-active={i === active} onClick={() => pick(hit)}>
                  <Icon className="td-ico" />
                  <b>{hit.name}</b>
                  <span>{hit.note}</span>
                </button>
              </li>
            );
          })}
          {hits.length === 0 ? <li className="none">没有找到“{text.trim()}”，可输入经纬度，如 121.38,31.25</li> : null}
        </ul>
      ) : null}
    </search>
  );
}
