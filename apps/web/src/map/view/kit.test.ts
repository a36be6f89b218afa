import { distanceM } from '@tongda/geo/distance';
import { mercatorX, mercatorY } from '@tongda/geo/mercator';
import { describe, expect, it } from 'vitest';
import { shapesOf, tag } from '../base/data';
import { baseMapOf, fromMap, offlineSettings as offline, toMap } from '../base/providers';
import { offlineLayers } from '../base/style';
import { countText } from '../overlay/vehicle-symbols';
import { hitTrack } from '../track/hit';
import { makeProjector, type TrackScene } from '../track/painter';
import { scaleOf } from './controls';

describe('base maps', () => {
  it('knows the coordinate system of each provider', () => {
    expect(baseMapOf(offline)).toMatchObject({ provider: 'offline', crs: 'wgs84' });
    expect(baseMapOf({ ...offline, provider: 'amap' })).toMatchObject({ crs: 'gcj02' });
    expect(baseMapOf({ ...offline, provider: 'tianditu', key: 'k' })).toMatchObject({ crs: 'wgs84' });
    expect(baseMapOf({ ...offline, provider: 'xyz', url: 'https://t/{z}/{x}/{y}', crs: 'bd09' })).toMatchObject({
      crs: 'bd09',
    });
  });
  it('falls back to the bundled map when key or address is missing', () => {
    for (const provider of ['tianditu', 'xyz', 'pmtiles'] as const)
      expect(baseMapOf({ ...offline, provider }).provider).toBe('offline');
  });
  it('comes back from the map within a metre', () => {
    const [x, y] = toMap('gcj02', 121.4737, 31.2304);
    expect(distanceM(121.4737, 31.2304, x, y)).toBeGreaterThan(300);
    const [lng, lat] = fromMap('gcj02', x, y);
    expect(distanceM(121.4737, 31.2304, lng, lat)).toBeLessThan(1);
  });
});

describe('bundled map', () => {
  it('turns rings into polygons with their holes and the rest into lines', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as Array<[number, number]>;
    const shapes = shapesOf([
      { tag: tag.china, points: ring },
      { tag: tag.china + 1, points: ring },
      { tag: tag.land, points: ring },
      { tag: tag.river, points: ring },
    ]);
    expect(shapes.map((s) => [s.geometry.type, s.properties?.k])).toEqual([
      ['Polygon', tag.china],
      ['Polygon', tag.land],
      ['LineString', tag.river],
    ]);
    expect(shapes[0]?.geometry.type === 'Polygon' && shapes[0].geometry.coordinates).toHaveLength(2);
  });
  it('has the same layers in both themes, and no border of a foreign country', () => {
    const ids = offlineLayers('light').map((layer) => layer.id);
    expect(offlineLayers('dark').map((layer) => layer.id)).toEqual(ids);
    expect(ids).toContain('dash');
    expect(ids.filter((id) => id.startsWith('country'))).toEqual([]);
  });
});

describe('controls', () => {
  it('takes the longest round length that fits', () => {
    expect(scaleOf(0, 8)).toEqual({ label: '20 km', px: 65 });
    expect(scaleOf(31, 16)).toEqual({ label: '50 m', px: 49 });
    expect(scaleOf(35, 3.6).label).toBe('200 km');
  });
  it('writes large counts short', () =>
    expect([7, 9999, 10_000, 123_456].map(countText)).toEqual(['7', '9999', '1万', '12.3万']));
});

describe('hitTrack', () => {
  const view = { x0: mercatorX(120), y0: mercatorY(32), zoom: 8, width: 800, height: 600 };
  const scene: TrackScene = {
    tracks: [
      {
        id: 't',
        pieces: [
          {
            kind: 'live',
            colour: '#000000',
            coordinates: [
              [120.1, 31.9],
              [120.5, 31.9],
            ],
          },
          {
            kind: 'gap',
            colour: '#000000',
            coordinates: [
              [120.5, 31.9],
              [121.0, 31.9],
            ],
          },
        ],
      },
    ],
    stops: [{ no: 3, lng: 120.5, lat: 31.9 }],
    alarms: [{ id: 'a', char: '温', lng: 120.2, lat: 31.6 }],
    notes: [],
    selectedStop: null,
    mode: 'light',
    crs: 'wgs84',
  };
  const at = makeProjector(view, 'wgs84');
  it('finds a stop before the line under it', () => {
    const [x, y] = at(120.5, 31.9);
    expect(hitTrack(scene, view, x + 4, y)).toEqual({ kind: 'stop', no: 3 });
  });
  it('answers the place of the line nearest to the pointer', () => {
    const [x, y] = at(120.3, 31.9);
    const hit = hitTrack(scene, view, x, y + 5);
    expect(hit).toMatchObject({ kind: 'path', trackId: 't' });
    expect(hit?.kind === 'path' && distanceM(hit.lng, hit.lat, 120.3, 31.9)).toBeLessThan(5);
  });
  it('does not take a gap for a driven path', () => {
    const [x, y] = at(120.8, 31.9);
    expect(hitTrack(scene, view, x, y)).toBeNull();
  });
  it('finds an alarm by the head of its drop', () => {
    const [x, y] = at(120.2, 31.6);
    expect(hitTrack(scene, view, x, y - 15)).toEqual({ kind: 'alarm', id: 'a' });
  });
});
