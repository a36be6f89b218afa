import { beforeAll, describe, expect, it } from 'vitest';
import { formatPlace, type Geocoder, type Place } from './geocoder';
import { addressOf, loadGeocoder, placeOf } from './place-names';
import { answerRegeo } from './regeo';

let exact: Geocoder;
beforeAll(async () => {
  exact = await loadGeocoder();
});

/** Landmarks whose district is public knowledge: name, lng, lat, district, adcode. */
const landmarks: Array<[string, number, number, string, string]> = [
  ['天安门', 116.3914, 39.9073, '北京市东城区', '110101'],
  ['外滩', 121.4878, 31.2365, '上海市黄浦区', '310101'],
  ['广州塔', 113.3191, 23.1087, '广东省广州市海珠区', '440105'],
  ['解放碑', 106.5737, 29.5588, '重庆市渝中区', '500103'],
  ['鞍山铁西', 122.96, 41.115, '辽宁省鞍山市铁西区', '210303'],
  ['布达拉宫', 91.117, 29.6577, '西藏自治区拉萨市城关区', '540102'],
  ['义乌', 120.075, 29.306, '浙江省金华市义乌市', '330782'],
  ['昆山花桥', 121.098, 31.3, '江苏省苏州市昆山市', '320583'],
  ['雄县', 116.108, 38.994, '河北省保定市雄县', '130638'],
  ['漠河', 122.536, 52.972, '黑龙江省大兴安岭地区漠河市', '232701'],
  ['喀什', 75.989, 39.47, '新疆维吾尔自治区喀什地区喀什市', '653101'],
  ['彬州', 108.083, 35.035, '陕西省咸阳市彬州市', '610482'],
  ['东莞虎门', 113.672, 22.814, '广东省东莞市', '441900'],
  ['台北车站', 121.517, 25.047, '台湾省台北市', '710100'],
  ['旺角', 114.169, 22.319, '香港特别行政区油尖旺区', '810005'],
];

describe('geocoder', () => {
  it.each(landmarks)('finds %s', (_, lng, lat, name, adcode) => {
    const place = placeOf(lng, lat);
    expect(place).toMatchObject({ adcode, inside: true });
    expect(`${place?.province}${place?.city}${place?.district}`).toBe(name);
  });

  it('names the nearest county off the coast and nothing on the open sea or abroad', () => {
    expect(placeOf(122.6, 30.2)).toMatchObject({ inside: false, province: '浙江省', city: '舟山市' });
    expect(placeOf(130, 25)).toBeNull();
    expect(placeOf(139.77, 35.68)).toBeNull();
  });

  it('measures from the seat of the district, 正北 to 西北 as seen from there', () => {
    const place: Place = {
      adcode: '440106',
      province: '广东省',
      city: '广州市',
      district: '天河区',
      distanceM: 3_210,
      direction: '西北',
      inside: true,
    };
    expect(formatPlace(place)).toBe('广东省广州市天河区(距区中心3.2公里西北)');
    expect(formatPlace({ ...place, distanceM: 420 })).toBe('广东省广州市天河区');
    expect(formatPlace({ ...place, distanceM: 743 })).toBe('广东省广州市天河区(距区中心740米西北)');
    expect(formatPlace({ ...place, inside: false, district: '三沙市' })).toBe(
      '广东省广州市三沙市附近(距市中心3.2公里西北)',
    );
  });
});

describe('addressOf', () => {
  it('answers text, the same from the cache, and nothing for no position', () => {
    const address = addressOf(113.3191, 23.1087);
    expect(address).toMatch(/^广东省广州市海珠区\(距区中心[\d.]+公里[东南西北]+\)$/u);
    expect(addressOf(113.3191, 23.1087)).toBe(address);
    expect(addressOf(0, 0)).toBe('');
    expect(addressOf(Number.NaN, 23)).toBe('');
    expect(addressOf(150, 10)).toBe('');
  });

  it('says the distance of each position, whichever of its neighbourhood was asked for first, as the lookup of one does', () => {
    const regeo = (lng: number, lat: number) =>
      answerRegeo({ location: `${lng},${lat}` }, placeOf).regeocode?.formatted_address;
    // along a street of Putuo in Shanghai, 30 m apart, and over a border of districts
    for (const [west, lat] of [
      [121.386, 31.257],
      [121.42, 31.24],
    ] as const)
      for (let i = 0; i < 120; i++) {
        const lng = west + i * 0.0003;
        const place = exact.placeOf(lng, lat);
        expect(addressOf(lng, lat), `${lng},${lat}`).toBe(place ? formatPlace(place) : '');
        expect(regeo(lng, lat)).toBe(addressOf(lng, lat));
      }
  });
});
