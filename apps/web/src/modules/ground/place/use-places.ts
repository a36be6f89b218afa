import { recycleWords } from '@tongda/contract/core/register/recycle';
import {
  type PlaceOnMap,
  type PlaceRow,
  placeChangeHis,
  placeCounts,
  placeDel,
  placeDetail,
  placePage,
  placeShapes,
} from '@tongda/contract/ground/place/calls';
import { useCallback } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { useRowAct } from '../../../kit/call/use-row-act';
import { type List, useInvalidate } from '../../../kit/list/use-rows';

const none: readonly PlaceOnMap[] = [];

/** Every place of the register for its map, with how many vehicles are inside; asked again every minute. */
export function usePlaceShapes(): readonly PlaceOnMap[] {
  const shapes = useAsk(placeShapes, { withOff: true }, { refetchInterval: 60_000 });
  return shapes.data ?? none;
}

/** A function that loads all that shows places again after a change, and clears the ticked rows. */
export function useChangedPlaces(select: List<PlaceRow>['select']): () => void {
  const invalidate = useInvalidate();
  return useCallback(() => {
    select([], []);
    for (const endpoint of [placePage, placeCounts, placeShapes, placeDetail, placeChangeHis])
      void invalidate(endpoint);
  }, [select, invalidate]);
}

/** A step that asks and deletes a place. The server refuses when something uses it, and says what. */
export const useRemovePlace = () =>
  useRowAct(({ id }: { id: string; name: string }) => call(placeDel, { ids: [id] }), {
    sure: ({ name }) => ({
      title: `确定删除“${name}”？`,
      content: recycleWords,
      ok: '删除',
      danger: true,
    }),
    told: ({ name }) => `“${name}”已删除`,
  });
