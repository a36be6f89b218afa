import { destinationOf, distanceM } from '@tongda/geo/distance';
import { describe, expect, it } from 'vitest';
import { countVisitsAt, findUnloadingPoint, groupStaysByStore, type UnloadingStay } from './unloading-point';

const store = { id: '1', lng: 121.4, lat: 31.2 };
const at = (bearing: number, m: number, more: Partial<UnloadingStay> = {}): UnloadingStay => {
  const [lng, lat] = destinationOf(store.lng, store.lat, bearing, m);
  return { lng, lat, at: 0, minutes: 20, opened: true, ...more };
};

describe('where trucks unload', () => {
  it('is the median of the last stays with an open door: one odd stay moves nothing, older ones do not count', () => {
    const old = Array.from({ length: 30 }, (_, i) => at(180, 400, { at: i }));
    const now = Array.from({ length: 9 }, (_, i) => at(70, 620 + (i % 3) * 5, { at: 100 + i }));
    const point = findUnloadingPoint([
      ...old,
      ...now,
      at(300, 900, { at: 200 }),
      at(10, 50, { at: 300, opened: false }),
    ]);
    expect(point?.stays).toBe(10);
    expect(distanceM(store.lng, store.lat, point?.lng ?? 0, point?.lat ?? 0)).toBeCloseTo(625, -1);
  });

  it('is unknown with two stays, or when they lie all over the place', () => {
    expect(findUnloadingPoint([at(0, 10), at(0, 20)])).toBeNull();
    expect(findUnloadingPoint([at(0, 900), at(120, 900), at(240, 900)])).toBeNull();
  });

  it('takes stays without doors when no vehicle has a door sensor', () => {
    expect(findUnloadingPoint([at(0, 10), at(0, 12), at(0, 14)].map((s) => ({ ...s, opened: false })))).not.toBeNull();
  });

  it('belongs to the nearest store within a kilometre', () => {
    const [lng, lat] = destinationOf(store.lng, store.lat, 90, 1500);
    const found = groupStaysByStore([store, { id: '2', lng, lat }], [at(90, 700), at(90, 900), at(270, 1100)]);
    expect([...found].map(([id, stays]) => [id, stays.length])).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
    expect(countVisitsAt(store, [at(0, 100), at(0, 150, { minutes: 40 }), at(0, 300)])).toEqual({
      visits: 2,
      avgMin: 30,
    });
  });
});
