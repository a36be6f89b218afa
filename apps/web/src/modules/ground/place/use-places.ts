import { useQuery } from '@tanstack/react-query';
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
import { confirm, toast } from '../../../kit/dialog/notify';
import { type List, useInvalidate } from '../../../kit/list/use-list';

const none: readonly PlaceOnMap[] = [];

/** Every place of the register for its map, with how many vehicles are inside; asked again every minute. */
export function usePlaceShapes(): readonly PlaceOnMap[] {
  const shapes = useQuery({
    queryKey: [placeShapes.path, 'register'],
    queryFn: ({ signal }) => call(placeShapes, { withOff: true }, { signal, quiet: true }),
    refetchInterval: 60_000,
  });
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

/** Deletes a place after asking; answers whether it did. The server refuses when something uses it, and says what. */
export async function removePlace({ id, name }: { id: string; name: string }): Promise<boolean> {
  const sure = await confirm({
    title: `确定删除“${name}”？`,
    content: '删除后不可恢复；历史报表仍按当时的范围计算。',
    ok: '删除',
    danger: true,
  });
  if (!sure) return false;
  await call(placeDel, { ids: [id] });
  toast('success', `“${name}”已删除`);
  return true;
}
