import type { GrantKind } from '@tongda/contract/company/resource-auth/rights';
import { type PlaceOnMap, placeShapes } from '@tongda/contract/ground/place/calls';
import { shapeBbox } from '@tongda/geo/shape';
import { useMemo, useRef } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { groundOf } from '../../../map/base/wire-shape';
import { PlaceLayer } from '../../../map/places/layer';
import { PinLayer } from '../../../map/places/pin-layer';
import { useFirstFit } from '../../../map/places/use-first-fit';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { DualList, type Resource } from './dual-list';

/** Kind of a place by kind of a grant; stores are missing because they have no shape of their own on this map. */
const placeKinds = { site: 'site', region: 'region', route: 'line' } as const;
const isPlaceKind = (kind: GrantKind): kind is keyof typeof placeKinds => kind in placeKinds;

const none: readonly PlaceOnMap[] = [];
const usePlaces = (kind: GrantKind) => {
  const { data } = useAsk(placeShapes, isPlaceKind(kind) ? { kinds: [placeKinds[kind]] } : null, { staleTime: 60_000 });
  return data ?? none;
};

interface MapPickerProps {
  kind: GrantKind;
  value?: Resource[];
  onChange?: (value: Resource[]) => void;
}

/** Form control: chooses places on the map or in the list beside it. A click chooses a place, another click removes it; chosen places carry a pin. */
export function MapPicker({ kind, value = [], onChange }: MapPickerProps) {
  const places = usePlaces(kind);
  const map = useRef<MapHandle>(null);
  useFirstFit(map, places);
  const pins = useMemo(
    () => value.flatMap(({ lng, lat, name }) => (lng === null || lat === null ? [] : [{ lng, lat, label: name }])),
    [value],
  );
  const toggle = (place: PlaceOnMap): void => {
    const { id, name, lng, lat } = place;
    const held = value.some((row) => row.id === id);
    onChange?.(
      held ? value.filter((row) => row.id !== id) : [...value, { kind, id, name, lng, lat, orgName: '', remark: '' }],
    );
  };
  return (
    <div className="company-resource-auth-map-picker">
      <div className="company-resource-auth-map" data-chosen={value.length}>
        <MapView ref={map} controls={{ right: 8, bottom: 8 }}>
          <PlaceLayer
            places={isPlaceKind(kind) ? places : []}
            onSelect={(id) => {
              const place = places.find((known) => known.id === id);
              if (place) toggle(place);
            }}
          />
          <PinLayer pins={pins} />
        </MapView>
      </div>
      <DualList kind={kind} value={value} onChange={onChange} />
    </div>
  );
}

/** The shape of a place on a map that is only looked at. */
export function PlaceShape({ kind, id }: { kind: GrantKind; id: string }) {
  const map = useRef<MapHandle>(null);
  const places = usePlaces(kind);
  const shown = useMemo(() => places.filter((place) => place.id === id), [places, id]);
  const [place] = shown;
  if (!place) return null;
  const box = shapeBbox(groundOf(place.shape), 300);
  return (
    <div className="company-resource-auth-map" data-shape={place.shape.kind}>
      <MapView
        ref={map}
        controls={{ right: 8, bottom: 8 }}
        onReady={(handle) => {
          if (box) handle.fitBounds(box, { maxZoom: 15, animate: false });
        }}
      >
        <PlaceLayer places={shown} selectedId={id} />
      </MapView>
    </div>
  );
}
