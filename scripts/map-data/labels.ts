import { join } from 'node:path';
import { distanceM } from '../../packages/geo/src/distance';
import type { LngLat } from '../../packages/geo/src/types';
import { capitals, islands, lakes, majorCities, neighbours, seas } from './places';
import { provinces } from './renames';
import { type Divisions, readJson, toWgs } from './sources';
import type { CountiesTopology, CountyGeometry } from './topology';
import { centreOf } from './write-server';

/** What a label names; apps/web/src/map/base/style.ts gives each kind its size, colour and zoom. */
type Kind = 'province' | 'capital' | 'city' | 'prefecture' | 'county' | 'sea' | 'island' | 'lake' | 'country';

/** Names of peoples in the names of autonomous divisions. */
const peoples =
  '(?:蒙古族?|藏族|回族|维吾尔族?|苗族|彝族|壮族|布依族|朝鲜族|满族|侗族|瑶族|白族|土家族|哈尼族|哈萨克族?|傣族|黎族|傈僳族|佤族|畲族|拉祜族|水族|东乡族|纳西族|景颇族|柯尔克孜族?|土族|达斡尔族|仫佬族|羌族|布朗族|撒拉族|毛南族|仡佬族|锡伯族?|塔吉克族?|普米族|怒族|裕固族|保安族|独龙族|各族)';
const autonomous = new RegExp(`${peoples}*自治[州县旗]$`, 'u');

/** Short name of a division for the map: 恩施土家族苗族自治州 → 恩施, 天河区 → 天河. A name of two characters stays as it is (沙县). */
export function shortName(name: string): string {
  const plain = name.replace(autonomous, '').replace(/(?:地区|林区|特区|新区)$/u, (end) => (end === '新区' ? end : ''));
  if (plain.length === 0) return name;
  return plain.length > 2 ? plain.replace(/[市县区盟]$/u, '') : plain;
}

/** Text of labels.json: rows `[kind, name, lng, lat, least zoom]`, where zoom 0 stands for that of the kind. */
export function buildLabels(topology: CountiesTopology, divisions: Divisions, modules: string): string {
  const rows: string[] = [];
  const add = (kind: Kind, name: string, [lng, lat]: LngLat, zoom = 0) =>
    rows.push(JSON.stringify([kind, name, lng, lat, zoom]));
  for (const [name, lng, lat] of provincePoints(modules)) add('province', name, [lng, lat]);
  const counties = topology.objects.counties.geometries.filter((county) => county.properties?.a);
  const seats = seatsOf(modules);
  const cities = groupByCity(counties, divisions);
  for (const [city, members] of cities) {
    const name = shortName(city);
    const kind = capitals.includes(name) ? 'capital' : majorCities.includes(name) ? 'city' : 'prefecture';
    add(kind, name, seatOf(name, members, topology, seats));
  }
  for (const county of counties) {
    if (!cities.has(county.properties.n)) add('county', shortName(county.properties.n), centreOf(topology, county));
  }
  for (const [name, lng, lat] of neighbours) add('country', name, [lng, lat]);
  for (const [name, lng, lat, zoom] of seas) add('sea', name, [lng, lat], zoom);
  for (const [name, lng, lat, zoom] of islands) add('island', name, [lng, lat], zoom);
  for (const [name, lng, lat, zoom] of lakes) add('lake', name, [lng, lat], zoom);
  return `[\n${rows.join(',\n')}\n]\n`;
}

/**
 * Counties by the name of their city. Left out: islands, which have labels of their own, and districts of municipalities, whose city is a province.
 */
function groupByCity(counties: CountyGeometry[], divisions: Divisions): Map<string, CountyGeometry[]> {
  const cities = new Map<string, CountyGeometry[]>();
  for (const county of counties) {
    const city = county.properties.p === '71' ? county.properties.n : divisions.cityName(county.properties);
    if (city === '' || county.properties.a.startsWith('4690') || city === '东沙群岛' || city === '三沙市') continue;
    cities.set(city, [...(cities.get(city) ?? []), county]);
  }
  return cities;
}

/** A feature of the sources with a name and a place for it. */
interface Named {
  properties: { name: string; cp?: [number, number] };
}

/** Places of the province names [name, lng, lat]: near the middle of the land, moved where they would meet the capital's name. */
function provincePoints(modules: string): Array<[string, number, number]> {
  const moved: Record<string, LngLat> = {
    内蒙古: [113.4, 43.3],
    甘肃: [103.9, 36.9],
    河北: [115.3, 37.9],
    陕西: [108.9, 35.6],
    新疆: [85.2, 41.2],
    西藏: [88.6, 31.7],
    青海: [96.0, 35.6],
    四川: [102.6, 30.6],
    云南: [101.6, 24.6],
    黑龙江: [128.0, 47.3],
    吉林: [126.4, 43.2],
    辽宁: [122.9, 41.1],
    山西: [112.3, 37.2],
    山东: [118.2, 36.2],
    河南: [113.6, 33.8],
    江苏: [119.6, 33.1],
    安徽: [117.2, 31.9],
    浙江: [120.2, 29.1],
    江西: [115.8, 27.6],
    福建: [118.1, 26.1],
    湖北: [112.4, 31.1],
    湖南: [111.7, 27.7],
    广东: [113.6, 23.6],
    广西: [108.7, 23.8],
    贵州: [106.8, 26.9],
    海南: [109.8, 19.2],
    宁夏: [106.0, 37.3],
    台湾: [121.0, 23.7],
    重庆: [107.6, 29.9],
    北京: [116.4, 39.92],
    天津: [117.3, 39.1],
    上海: [121.47, 31.23],
    香港: [114.17, 22.32],
    澳门: [113.55, 22.17],
  };
  const source = readJson<{ features: Named[] }>(join(modules, 'echarts4/map/json/china.json')).features;
  return Object.values(provinces).map(([short]) => {
    const [lng, lat] = moved[short] ?? source.find((f) => f.properties.name === short)?.properties.cp ?? [0, 0];
    return [short, lng, lat];
  });
}

/** Seats of cities by their short names. */
const seatsOf = (modules: string): Map<string, LngLat> =>
  new Map(
    readJson<{ features: Named[] }>(join(modules, 'echarts4/map/json/china-cities.json')).features.flatMap(
      ({ properties }) => (properties.cp ? [[shortName(properties.name), toWgs(properties.cp)] as const] : []),
    ),
  );

/**
 * Seat of a city: the one of its name when it lies within 150 km of one of its counties (names repeat in other provinces), else that of its first
 * county.
 */
function seatOf(
  name: string,
  members: CountyGeometry[],
  topology: CountiesTopology,
  seats: Map<string, LngLat>,
): LngLat {
  const centres = members.map((county) => centreOf(topology, county));
  const seat = seats.get(name);
  const near = seat && centres.some(([lng, lat]) => distanceM(lng, lat, seat[0], seat[1]) < 150_000);
  const [lng, lat] = near ? seat : (centres[0] ?? [0, 0]);
  return [Math.round(lng * 10_000) / 10_000, Math.round(lat * 10_000) / 10_000];
}
