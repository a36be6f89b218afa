import { expect, it } from 'vitest';
import { drawnWay } from './way-of-order';

const yard = { seq: 1, name: '青浦', lng: 121.1, lat: 31.1 };
const hub = { seq: 2, name: '苏州园区站', lng: 120.7, lat: 31.3 };
const shop = { seq: 2, name: '观前店', lng: 120.6, lat: 31.3 };
const back = { seq: 3, name: '平江店', lng: 120.65, lat: 31.35 };
type Driven = Array<[number, number]>;
const leg = (waybillCode: string, plateNo: string, stops: Array<typeof yard>, driven: Driven = []) => ({
  ...{ waybillCode, plateNo, stops, driven },
  live: null,
});

it('each vehicle has its colour on every leg: its driven way as it was driven, dashed where it has not driven', () => {
  const driven: Driven = [
    [121.1, 31.1],
    [120.9, 31.15],
    [120.7, 31.3],
  ];
  const { pins, ways } = drawnWay([
    leg('PZ1', '沪A1', [yard, hub], driven),
    leg('YS1', '苏E2', [hub, shop]),
    leg('YS2', '沪A1', [shop, back]),
  ]);
  const [first, second, third] = ways;
  expect(first).toMatchObject({ path: driven, as: 'driven' });
  expect(second).toMatchObject({ dashed: true });
  expect(first?.colour).toBeTruthy();
  expect(third?.colour).toBe(first?.colour);
  expect(second?.colour).not.toBe(first?.colour);
  expect(pins.map(({ text, label, colour }) => [text, label, colour])).toEqual([
    ['1', '青浦', first?.colour],
    ['2', '苏州园区站', first?.colour],
    ['3', '观前店', second?.colour],
    ['4', '平江店', first?.colour],
  ]);
});
