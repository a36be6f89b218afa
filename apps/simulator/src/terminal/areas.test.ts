import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import { areaKind } from '@tongda/protocol/jt808/messages/area/8608';
import { areaAttribute, areaMode } from '@tongda/protocol/jt808/messages/area/rules';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { expect, it } from 'vitest';
import { AreaMemory } from './areas';
import { type Reply, Unit } from './unit';

const identity = { phone: '13900000001', plateNo: '沪A00001', plateColor: 2, protocol: '2019' } as const;
/** 14:00 in China. */
const afternoon = Date.UTC(2026, 10, 21, 6);
const place = (lng: number, lat = 31, time = afternoon): Location => ({
  ...{ alarmBits: 0, statusBits: 3, lat, lng, altitudeM: 4, speedKmh: 40, directionDeg: 90 },
  ...{ time, items: [], remainder: null },
});
const both = areaAttribute.platformIn | areaAttribute.platformOut;
const rules = (id: number, attributes: number = both) => ({ id, attributes, period: null, speed: null, name: '' });
const point = (lng: number, lat: number) => ({ lng, lat });
const circle = (id: number, more: object = {}) => ({
  ...rules(id),
  centre: point(121, 31),
  radiusM: 1000,
  ...more,
});
const polygon = [point(120.9, 30.9), point(121.1, 30.9), point(121.1, 31.1), point(120.9, 31.1)];
const section = (id: number, lng: number) => ({
  ...{ id, sectionId: id, lat: 31, lng, widthM: 50, times: null, speed: null },
});

/** What is told of a drive through places of one latitude: bits of the alarm word and the bytes of the item, or ''. */
function drive(areas: AreaMemory, ...lngs: number[]): string[] {
  return lngs.map((lng) => {
    const { alarmBits, items } = areas.judge(place(lng));
    const [item] = items;
    return item ? `${alarmBits.toString(16)} ${Buffer.from(item.data).toString('hex')}` : '';
  });
}

it.each<[string, Message, string]>([
  ['circle', { id: msgId.setCircles, body: { mode: areaMode.update, areas: [circle(7)] } }, '100000 0100000007'],
  [
    'rectangle',
    {
      id: msgId.setRects,
      body: {
        mode: areaMode.update,
        areas: [{ ...rules(8), northWest: point(120.99, 31.01), southEast: point(121.01, 30.99) }],
      },
    },
    '100000 0200000008',
  ],
  ['polygon', { id: msgId.setPolygon, body: { ...rules(9), points: polygon } }, '100000 0300000009'],
  [
    'route',
    {
      id: msgId.setRoute,
      body: { id: 10, attributes: both, period: null, points: [section(1, 120.99), section(2, 121.01)], name: '' },
    },
    '200000 040000000a',
  ],
])('tells when it enters and leaves a %s, and nothing of where it was first', (_, message, told) => {
  const areas = new AreaMemory();
  expect(areas.take(message)).toBe(true);
  expect(drive(areas, 121, 121.2, 121.3, 121, 121)).toEqual(['', `${told}01`, '', `${told}00`, '']);
});

it('tells only what it is asked to, within its hours, and never of a place that it does not know', () => {
  const areas = new AreaMemory();
  const night = { from: '000000220000', to: '000000060000' };
  const set = (more: object) =>
    areas.take({ id: msgId.setCircles, body: { mode: areaMode.update, areas: [circle(7, more)] } });
  set({ attributes: areaAttribute.platformIn });
  expect(drive(areas, 121, 121.2, 121)).toEqual(['', '', '100000 010000000700']);
  set({ period: night });
  expect(drive(areas, 121.2, 121)).toEqual(['', '']);
  const late = Date.UTC(2026, 10, 21, 15);
  areas.judge(place(121.2, 31, late));
  expect(areas.judge(place(121, 31, late)).alarmBits).toBe(1 << 20);
  expect(areas.judge({ ...place(121.2, 31, late), statusBits: 1 }).alarmBits).toBe(0);
});

it('keeps areas by their ids, tells of them when asked, and forgets them', () => {
  const unit = new Unit({ identity });
  const ask = (message: Message): Reply[] => {
    const told: Reply[] = [];
    unit.answer(message, 7, (reply) => told.push(reply));
    return told;
  };
  const listed = (ids: number[] = []) => {
    const [, list] = ask({ id: msgId.queryAreas, body: { kind: areaKind.circle, ids } });
    return list?.id === msgId.areaList ? list.body.circles.map(({ id, radiusM }) => `${id} ${radiusM}`) : [];
  };
  const set = (mode: number, ...areas: ReturnType<typeof circle>[]) =>
    ask({ id: msgId.setCircles, body: { mode, areas } });
  set(areaMode.update, circle(1), circle(2));
  set(areaMode.append, circle(3));
  set(areaMode.modify, circle(2, { radiusM: 500 }));
  expect(listed()).toEqual(['1 1000', '3 1000', '2 500']);
  expect(listed([2])).toEqual(['2 500']);
  ask({ id: msgId.deleteCircles, body: { ids: [1] } });
  expect(listed()).toEqual(['3 1000', '2 500']);
  ask({ id: msgId.deleteCircles, body: { ids: [] } });
  expect(listed()).toEqual([]);
  set(areaMode.update, circle(4));
  set(areaMode.update, circle(5));
  expect(listed()).toEqual(['5 1000']);
});
