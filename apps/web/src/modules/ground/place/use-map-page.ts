import {
  type PlaceDetail,
  type PlaceOnMap,
  type PlaceRow,
  placeDetail,
  placePage,
} from '@tongda/contract/ground/place/calls';
import type { SearchHit } from '@tongda/contract/ground/place/find';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { shapeBbox } from '@tongda/geo/shape';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { askToLeave } from '../../../kit/form/leave-guards';
import { useBatch } from '../../../kit/list/batch-run';
import { useList } from '../../../kit/list/use-rows';
import { groundOf } from '../../../map/base/wire-shape';
import { useFirstFit } from '../../../map/places/use-first-fit';
import type { MapHandle } from '../../../map/view/handle';
import { openWaysOf } from './draw/line-of-drive';
import { type DraftOnMap, useDraft } from './draw/use-draft';
import { type Kind, type NewPlace, toolsOf } from './form';
import { useChangedPlaces, usePlaceShapes, useRemovePlace } from './use-places';

/** What the right panel shows: the card of a place, a form for a new or an existing place, or the splitting of a place by a line. */
export type Side =
  | { what: 'card'; id: string; atVersions?: boolean }
  | { what: 'add'; place: NewPlace; turn: number }
  | { what: 'edit'; id: string; kind: Kind }
  | { what: 'split'; place: PlaceDetail };
export type Dialog =
  | { what: 'proposals' | 'track' | 'plan' | 'import' }
  | { what: 'history' | 'visits'; id: string; name: string }
  | { what: 'merge'; places: PlaceRow[] }
  | { what: 'batch'; ids: string[]; nameOf: (id: string) => string };

/** How the page is opened: with an empty line to draw, with the dialog that makes a line of a track, or with the line of this id to edit. */
export interface MapPageStart {
  start?: 'line' | 'track';
  line?: string;
}

const newLine: Side = { what: 'add', place: { kind: 'line' }, turn: 0 };

function firstSide({ start, line }: MapPageStart): Side | null {
  if (line) return { what: 'edit', id: line, kind: 'line' };
  return start === 'line' ? newLine : null;
}

/** State of the map page (list, right panel, dialog, drawing) and the steps that several of its parts take. */
export function useMapPage(opening: MapPageStart) {
  const { start, line } = opening;
  const list = useList<PlaceRow>(placePage);
  const map = useRef<MapHandle>(null);
  const [side, setSide] = useState<Side | null>(() => firstSide(opening));
  const [dialog, setDialog] = useState<Dialog | null>(start === 'track' ? { what: 'track' } : null);
  const [ground, setGround] = useState<WireShape | null>(null);
  const [pin, setPin] = useState<SearchHit | null>(null);
  const drawing = useDraft(start === 'line' ? 'line' : null);
  const batch = useBatch();
  const places = usePlaceShapes();
  const changed = useChangedPlaces(list.select);
  const { reset } = drawing;
  const { flyToPlace, flyToShape } = useFlights(map, places);
  useFirstFit(
    map,
    useMemo(() => (line ? places.filter(({ id }) => id === line) : places), [line, places]),
  );
  useDistrictInView(map, drawing);

  const turnTo = useCallback(
    async (next: Side | null): Promise<void> => {
      if (!(await askToLeave())) return;
      setGround(null);
      reset(next?.what === 'add' && !next.place.shape ? (toolsOf[next.place.kind][0] ?? null) : null);
      setSide(next);
    },
    [reset],
  );
  const showPlace = useCallback(
    (row: Pick<PlaceRow, 'id'>): void => {
      flyToPlace(row.id);
      void turnTo({ what: 'card', id: row.id });
    },
    [flyToPlace, turnTo],
  );
  const beginPlace = (place: NewPlace): void => {
    setDialog(null);
    if (place.shape) flyToShape(place.shape, 15);
    void turnTo({ what: 'add', place, turn: Date.now() });
  };
  const readToSplit = useAct((id: string) => call(placeDetail, { id }), {
    done: async (place) => {
      flyToPlace(place.id);
      await turnTo({ what: 'split', place });
      drawing.beginLine();
    },
  });
  const removePlace = useRemovePlace();
  const gaps = side?.what === 'add' ? side.place.drive?.gaps : undefined;
  const drawn = drawing.draft.shape;
  return {
    list,
    map,
    places,
    changed,
    batch,
    drawing,
    side,
    /** sets the right panel without asking: what was typed there is saved or given up already */
    setSide,
    /** the same, but asks first when something unsaved stands there */
    turnTo,
    dialog,
    setDialog,
    closeDialog: () => setDialog(null),
    /** the former shape of the place on the card, shown in grey */
    ground,
    setGround,
    /** the search hit or the clicked point that is marked */
    pin,
    setPin,
    flyToPlace,
    showPlace,
    showVersions: ({ id }: Pick<PlaceRow, 'id'>): void => {
      flyToPlace(id);
      void turnTo({ what: 'card', id, atVersions: true });
    },
    splitPlace: ({ id }: Pick<PlaceRow, 'id'>): Promise<void> => readToSplit.run(id).then(() => undefined),
    beginPlace,
    remove: (place: { id: string; name: string }) =>
      void removePlace(place, () => {
        setSide(null);
        changed();
      }),
    isEditing: side?.what === 'add' || side?.what === 'edit' || side?.what === 'split',
    /** stretches of a line made from a track without data, as long as nobody has drawn them */
    openGaps: useMemo(() => (gaps ? openWaysOf(gaps, drawn) : undefined), [gaps, drawn]),
  };
}
export type MapPage = ReturnType<typeof useMapPage>;

/** Moves the map to a place or a shape, a moment later: when the right panel has opened, the map centres on what it leaves free. */
function useFlights(map: RefObject<MapHandle | null>, places: readonly PlaceOnMap[]) {
  const flyToShape = useCallback(
    (shape: WireShape, maxZoom: number): void => {
      const box = shapeBbox(groundOf(shape), 200);
      if (box) setTimeout(() => map.current?.fitBounds(box, { maxZoom }), 60);
    },
    [map],
  );
  const flyToPlace = useCallback(
    (id: string): void => {
      const place = places.find((p) => p.id === id);
      if (place) flyToShape(place.shape, 14);
    },
    [places, flyToShape],
  );
  return { flyToPlace, flyToShape };
}

/** An administrative area that was chosen by its name may lie anywhere: the map goes there. */
function useDistrictInView(map: RefObject<MapHandle | null>, drawing: DraftOnMap): void {
  const { shape } = drawing.draft;
  const adcode = shape?.kind === 'district' ? shape.adcode : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map goes there once, when another area was chosen
  useEffect(() => {
    const box = adcode && shape ? shapeBbox(groundOf(shape)) : null;
    if (box) map.current?.fitBounds(box, { maxZoom: 14 });
  }, [adcode]);
}
