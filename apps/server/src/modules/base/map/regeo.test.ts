import { regeoAnswer } from '@tongda/contract/base/map/calls';
import { convertPosition } from '@tongda/geo/convert';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadGeocoder, placeOf } from './place-names';
import { answerRegeo } from './regeo';
import { mapSettingsOf, tileOrigins } from './settings';

beforeAll(() => loadGeocoder());
const ask = (location: string, more: { batch?: string; coordsys?: string } = {}) => {
  const answer = answerRegeo({ location, ...more }, placeOf);
  expect(regeoAnswer.parse(answer)).toEqual(answer);
  return answer;
};

describe('regeo', () => {
  it('answers one position in the documented shape', () => {
    expect(ask('113.3191,23.1087')).toEqual({
      status: '1',
      info: 'OK',
      infocode: '10000',
      regeocode: {
        formatted_address: expect.stringMatching(/^广东省广州市海珠区\(/u),
        addressComponent: {
          country: '中国',
          province: '广东省',
          city: '广州市',
          district: '海珠区',
          adcode: '440105',
          citycode: [],
          township: [],
          towncode: [],
        },
      },
    });
  });
  it('answers a pipe-joined list in order, with an empty address at sea', () => {
    const answer = ask('116.3914,39.9073|130,25|121.4878,31.2365');
    expect(answer.regeocode).toBeUndefined();
    expect(answer.regeocodes?.map((code) => code.formatted_address.slice(0, 6))).toEqual([
      '北京市东城区',
      '',
      '上海市黄浦区',
    ]);
    expect(answer.regeocodes?.[0]?.addressComponent.city).toEqual([]);
  });
  it('answers a list for one position when asked to', () => {
    expect(ask('116.3914,39.9073', { batch: 'true' }).regeocodes).toHaveLength(1);
    expect(ask('116.3914,39.9073|').regeocode).toBeDefined();
  });
  it('takes GCJ-02 when told', () => {
    const [lng, lat] = convertPosition(113.3191, 23.1087, 'wgs84', 'gcj02');
    expect(ask(`${lng},${lat}`, { coordsys: 'gcj02' })).toEqual(ask('113.3191,23.1087'));
  });
  it.each([
    ['', '缺少参数 location，格式为“经度,纬度”，多个位置以竖线分隔'],
    ['北京', '格式应为“经度,纬度”，例如 113.264385,23.129112'],
    ['39.9,116.39', '纬度应在 -90 到 90 之间，请检查经度是否写在前面'],
    ['200,39', '经度应在 -180 到 180 之间'],
    ['116,39|x', '第2个位置：格式应为“经度,纬度”，例如 113.264385,23.129112'],
    [Array(21).fill('116,39').join('|'), '一次最多查询20个位置，收到21个'],
  ])('refuses %j with a sentence', (location, info) => {
    expect(ask(location)).toMatchObject({ status: '0', info });
  });
  it('refuses an unknown coordinate system', () => {
    expect(ask('116,39', { coordsys: 'epsg' }).status).toBe('0');
  });
});

describe('map settings', () => {
  it('is the bundled map when nothing is set', () => {
    expect(mapSettingsOf({})).toMatchObject({ provider: 'offline', crs: 'wgs84' });
    expect(tileOrigins(mapSettingsOf({}))).toEqual([]);
  });
  it('names what is missing', () => {
    expect(() => mapSettingsOf({ MAP_PROVIDER: 'google' })).toThrow('MAP_PROVIDER 只能是');
    expect(() => mapSettingsOf({ MAP_PROVIDER: 'tianditu' })).toThrow('MAP_KEY');
    expect(() => mapSettingsOf({ MAP_PROVIDER: 'xyz' })).toThrow('MAP_URL');
  });
  it('opens the content policy for the origin of an own tile server', () => {
    const own = mapSettingsOf({
      MAP_PROVIDER: 'xyz',
      MAP_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
      MAP_CRS: 'gcj02',
    });
    expect(tileOrigins(own)).toEqual(['https://tiles.example.com']);
    expect(tileOrigins(mapSettingsOf({ MAP_PROVIDER: 'pmtiles', MAP_URL: '/tiles/china.pmtiles' }))).toEqual([]);
  });
});
