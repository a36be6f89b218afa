import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { MapHandle } from '../../../map/view/handle';
import type { MonitorItem } from './monitor/model';

/** A function whose identity never changes and that always runs the newest `run`, so that memoised parts are not drawn again. */
export function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: A) => latest.current(...args), []);
}

/** Writes the chosen vehicle into the address, so that a link or a reload finds it again; none chosen ends the following. */
export function useSelect(
  setParams: (params: Record<string, string>, options: { replace: boolean }) => void,
  setFollowing: (following: boolean) => void,
): (id: string | null) => void {
  return useLatest((id: string | null) => {
    setParams(id ? { vehicleId: id } : {}, { replace: true });
    if (!id) setFollowing(false);
  });
}

/** Chooses a vehicle and moves the map to its last position, when it has one: once its card is open, so that it comes to the middle of what is left free. */
export function useFlyTo(
  map: RefObject<MapHandle | null>,
  items: readonly MonitorItem[],
  select: (id: string) => void,
  selectedId: string | null,
): (id: string) => void {
  const goal = useRef<{ id: string; lng: number; lat: number } | null>(null);
  const fly = useLatest(() => {
    if (goal.current === null || goal.current.id !== selectedId) return;
    const { lng, lat } = goal.current;
    goal.current = null;
    // The click is answered first: a frame of the flight takes long without a graphics card.
    requestAnimationFrame(() =>
      setTimeout(() => map.current?.flyTo({ lng, lat, zoom: Math.max(map.current.getZoom(), 9) })),
    );
  });
  useEffect(() => {
    if (selectedId !== null) fly();
  }, [selectedId, fly]);
  return useLatest((id: string) => {
    const live = items.find((item) => item.info.vehicleId === id)?.live;
    goal.current =
      live?.lng === null || live?.lng === undefined || live.lat === null ? null : { id, lng: live.lng, lat: live.lat };
    select(id);
    fly();
  });
}

/** Escape closes the card, unless something above it (menu, dialog, search) takes the key. */
export function useEscape(active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"],.ant-popover:not(.ant-popover-hidden),.ant-select-open')) return;
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, close]);
}

/**
 * The vehicles on the map decide the view, again whenever there are more of them (a fleet that was just installed reports one truck after the other), until
 * the user does anything; from then on the picture is his.
 */
export function useFirstView(
  map: { current: MapHandle | null },
  vehicles: ReadonlyArray<{ lng: number; lat: number }>,
): void {
  const shown = useRef(0);
  const touched = useRef(false);
  useEffect(() => {
    const types = ['pointerdown', 'keydown', 'wheel'] as const;
    const note = (): void => {
      touched.current = true;
    };
    for (const type of types) window.addEventListener(type, note, { capture: true, passive: true });
    return () => {
      for (const type of types) window.removeEventListener(type, note, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (vehicles.length <= shown.current || (touched.current && shown.current > 0)) return;
    const timer = setInterval(() => {
      if (!map.current) return;
      clearInterval(timer);
      if (touched.current && shown.current > 0) return;
      shown.current = vehicles.length;
      map.current.fitBounds(
        vehicles.map((v) => [v.lng, v.lat] as const),
        { animate: false, maxZoom: 11 },
      );
    }, 100);
    return () => clearInterval(timer);
  }, [map, vehicles]);
}

/** While following, the map keeps the vehicle in its middle. */
export function useFollow(
  map: { current: MapHandle | null },
  live: { lng: number | null; lat: number | null } | null | undefined,
): void {
  const lng = live?.lng ?? null;
  const lat = live?.lat ?? null;
  useEffect(() => {
    if (lng !== null && lat !== null) map.current?.flyTo({ lng, lat });
  }, [map, lng, lat]);
}

/** Where the vehicle's card stands. */
const card = (): HTMLElement | null => document.querySelector('.watch-location-card');

/**
 * Choosing with a key and with the mouse. Chosen with a key, the card takes the keyboard, and gives it back to where it was when it is closed: the row or the
 * search stands far from the card in the order of the tab key.
 */
export function useKeyboardInCard(
  selectedId: string | null,
  pick: (id: string) => void,
  close: () => void,
): { pick: (id: string) => void; pickByKey: (id: string) => void; close: () => void } {
  const from = useRef<HTMLElement | null>(null);
  return {
    pick: useLatest((id: string) => {
      from.current = null;
      pick(id);
    }),
    pickByKey: useLatest((id: string) => {
      const here = document.activeElement;
      from.current = here instanceof HTMLElement ? here : null;
      if (id === selectedId) return card()?.focus({ preventScroll: true });
      // a card that opens takes a keyboard that is nowhere
      from.current?.blur();
      pick(id);
    }),
    close: useLatest(() => {
      const inside = card()?.contains(document.activeElement) ?? false;
      close();
      if (!inside) return;
      // opened from the search of the header, which is gone, it leaves the keyboard to the page
      const back = from.current?.isConnected ? from.current : document.querySelector('main');
      back?.focus({ preventScroll: true });
    }),
  };
}
