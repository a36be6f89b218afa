import { inShape, shapeAreaM2 } from '@tongda/geo/shape';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Districts } from './district';
import { loadGeocoder } from './place-names';

let districts: Districts;
beforeAll(async () => {
  districts = (await loadGeocoder()).districts;
});
const ground = (adcode: string) => ({ kind: 'district' as const, parts: districts.parts(adcode) });
const km2 = (adcode: string) => shapeAreaM2(ground(adcode)) / 1e6;

describe('districts', () => {
  it('finds divisions by name, the exact and larger ones first', () => {
    expect(districts.search('广州', 3)[0]).toMatchObject({ adcode: '440100', name: '广东省广州市', level: 'city' });
    expect(districts.search('天河', 1)[0]).toMatchObject({ adcode: '440106', name: '广东省广州市天河区' });
    expect(districts.search('江苏', 1)[0]).toMatchObject({ adcode: '320000', level: 'province' });
    expect(districts.search('江苏 鼓楼', 5).map((d) => d.name)).toEqual(['江苏省南京市鼓楼区', '江苏省徐州市鼓楼区']);
    expect(districts.search('上海', 1)[0]?.name).toBe('上海市');
    expect(districts.search('', 5)).toEqual([]);
    const tree = districts.tree();
    const of = (...names: string[]) =>
      names.reduce<{ name: string; children?: unknown[] } | undefined>(
        (at, name) => (at?.children as Array<{ name: string }> | undefined)?.find((one) => one.name === name),
        { name: '', children: tree },
      );
    expect([of('江苏省', '苏州市', '姑苏区'), of('上海市', '青浦区'), of('广东省', '东莞市')]).toEqual([
      { name: '姑苏区' },
      { name: '青浦区' },
      { name: '东莞市' },
    ]);
    expect(districts.find('999999')).toBeNull();
    expect(districts.parts('999999')).toEqual([]);
  });

  it.each([
    ['江苏省苏州市姑苏区观前街88号', '江苏省苏州市姑苏区'],
    ['江苏苏州', '江苏省苏州市'],
    ['苏州市姑苏区', '江苏省苏州市姑苏区'],
    ['上海市青浦区', '上海市青浦区'],
    ['上海 青浦', '上海市青浦区'],
    ['内蒙古呼和浩特市', '内蒙古自治区呼和浩特市'],
    ['江苏省', '江苏省'],
    ['江东省苏州市', undefined],
    ['观前街88号', undefined],
    ['', undefined],
  ])('an address that begins with %s lies in %s', (address, name) => {
    expect(districts.startOf(address)?.name).toBe(name);
  });

  it.each([
    // official areas, km²: the borders are exact to about 1 km
    ['440106', 137, 0.15],
    ['440100', 7434, 0.06],
    ['320000', 107_200, 0.08],
    // with the mouth of the Yangtze
    ['310000', 6340, 0.2],
  ])('%s covers about %d km²', (adcode, official, off) => {
    expect(Math.abs(km2(adcode) - official) / official).toBeLessThan(off);
  });

  it('holds what lies in it and nothing else', () => {
    const guangzhou = ground('440100');
    expect(inShape(113.3245, 23.1066, guangzhou), 'Canton Tower').toBe(true);
    expect(inShape(114.0579, 22.5431, guangzhou), 'Shenzhen').toBe(false);
    expect(inShape(120.63, 31.36, ground('320000')), 'Suzhou').toBe(true);
    expect(inShape(121.47, 31.23, ground('320000')), 'Shanghai').toBe(false);
    // Hebei lies around Beijing: a hole, not a second ground
    expect(inShape(116.397, 39.908, ground('130000')), 'Beijing').toBe(false);
    expect(inShape(114.52, 38.04, ground('130000')), 'Shijiazhuang').toBe(true);
  });

  it('keeps outlines light', () => {
    const points = (adcode: string) => districts.parts(adcode).flat(2).length;
    expect(points('440100')).toBeLessThan(2500);
    expect(points('320000')).toBeLessThan(6000);
  });
});
