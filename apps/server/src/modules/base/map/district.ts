import type { DistrictNode } from '@tongda/contract/base/map/calls';
import { inRing, ringAreaM2 } from '@tongda/geo/polygon';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat, Polygon } from '@tongda/geo/types';

/** One row of counties.json: code, province, city ('' in municipalities), name, seat, rings of arc numbers. */
export type CountyRow = [
  adcode: string,
  province: string,
  city: string,
  name: string,
  lng: number,
  lat: number,
  parts: number[][][],
];

export interface District {
  adcode: string;
  /** with what it lies in: 广东省广州市天河区 */
  name: string;
  level: 'province' | 'city' | 'county';
}

/** A division with its own name and its seat. */
type Named = District & { own: string; lng: number; lat: number };

/** What people leave out of a division's name. */
const endings = /(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|地区|自治州|[省市盟县区])$/u;

/** Provinces, prefectures and counties by name, and their outlines put together from the borders of their counties. */
export class Districts {
  readonly #rows: readonly CountyRow[];
  readonly #arcs: ReadonlyArray<readonly LngLat[]>;
  readonly #all: Named[] = [];

  constructor(rows: readonly CountyRow[], arcs: ReadonlyArray<readonly LngLat[]>) {
    this.#rows = rows;
    this.#arcs = arcs;
    const known = new Set<string>();
    const add = (adcode: string, level: District['level'], own: string, name: string, lng: number, lat: number) => {
      if (known.has(adcode)) return;
      known.add(adcode);
      this.#all.push({ adcode, level, own, name, lng, lat });
    };
    for (const [adcode, province, city, name, lng, lat] of rows) {
      add(`${adcode.slice(0, 2)}0000`, 'province', province, province, lng, lat);
      if (city !== '' && city !== name) add(`${adcode.slice(0, 4)}00`, 'city', city, `${province}${city}`, lng, lat);
      add(adcode, 'county', name, `${province}${city === name ? '' : city}${name}`, lng, lat);
    }
  }

  /** Those whose full name holds every word: exact names and larger divisions first, at most `limit`. */
  search(keyword: string, limit: number): Array<District & { lng: number; lat: number }> {
    const words = keyword.split(/\s+/u).filter(Boolean);
    const levels = { province: 0, city: 1, county: 2 };
    const rank = (d: { own: string; level: District['level'] }): number => {
      const last = words.at(-1) ?? '';
      const fit = d.own === last ? 0 : d.own.startsWith(last) ? 1 : d.own.includes(last) ? 2 : 3;
      return fit * 3 + levels[d.level];
    };
    return this.#all
      .filter(({ name }) => words.length > 0 && words.every((word) => name.includes(word)))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, limit)
      .map(({ adcode, name, level, lng, lat }) => ({ adcode, name, level, lng, lat }));
  }

  /**
   * The smallest division that an address begins with, endings may be left out: 江苏省苏州市姑苏区…, 江苏苏州, 苏州市姑苏区, 上海市青浦区. Null when it begins with
   * no province, no city and no county by its full name.
   */
  startOf(text: string): (District & { lng: number; lat: number }) | null {
    const said = text.replace(/[\s,，/-]+/gu, '');
    const province = this.#next(said, 'province', '', true);
    const own = province ?? this.#next(said, 'city', '', false) ?? this.#next(said, 'county', '', false);
    if (!own) return null;
    let at = own;
    for (const level of ['city', 'county'] as const) {
      if (at.level === 'county') break;
      const prefix = at.level === 'province' ? at.adcode.slice(0, 2) : at.adcode.slice(0, 4);
      const inner = this.#next(at.rest, level, prefix, true);
      if (inner) at = inner;
    }
    const { adcode, name, level, lng, lat } = at;
    return { adcode, name, level, lng, lat };
  }

  /**
   * The province or city (also one that is a county) whose full name a text begins with, and that name; one of the province of `adcode` before others.
   * 南京市政大楼 and 中山市场 name none.
   */
  fullyNamed(text: string, adcode: string): (District & { own: string }) | null {
    const called = this.#all.filter(
      ({ own, level }) =>
        text.startsWith(own) &&
        (level !== 'county' || own.endsWith('市')) &&
        !/^[场政民立口]/u.test(text.slice(own.length)),
    );
    return called.find((one) => one.adcode.startsWith(adcode.slice(0, 2))) ?? called[0] ?? null;
  }

  /** The division of a level below `prefix` that a text begins with, the longest name first, and what is left of the text behind it. */
  #next(text: string, level: District['level'], prefix: string, brieflyToo: boolean) {
    let best: { division: Named; length: number } | null = null;
    for (const division of this.#all) {
      if (division.level !== level || !division.adcode.startsWith(prefix)) continue;
      const { own } = division;
      const brief = own.replace(endings, '');
      const briefly = brieflyToo && brief.length > 1 && text.startsWith(brief) ? brief.length : 0;
      const length = text.startsWith(own) ? own.length : briefly;
      if (length > (best?.length ?? 0)) best = { division, length };
    }
    return best && { ...best.division, rest: text.slice(best.length) };
  }

  find(adcode: string): District | null {
    const found = this.#all.find((d) => d.adcode === adcode);
    return found ? { adcode, name: found.name, level: found.level } : null;
  }

  /** Provinces with their cities and these with their counties, in the order of their codes. */
  tree(): DistrictNode[] {
    const provinces = new Map<string, Map<string, string[]>>();
    for (const [, province, city, name] of this.#rows) {
      const cities = provinces.get(province) ?? new Map<string, string[]>();
      provinces.set(province, cities);
      const over = city === '' ? name : city;
      cities.set(over, [...(cities.get(over) ?? []), ...(over === name ? [] : [name])]);
    }
    return [...provinces].map(([name, cities]) => ({
      name,
      children: [...cities].map(([city, counties]) => ({
        name: city,
        ...(counties.length > 0 ? { children: counties.map((county) => ({ name: county })) } : {}),
      })),
    }));
  }

  /** Outline of a division: borders between its own counties are left out. Larger ones are drawn coarser than the borders' own 250 m. */
  parts(adcode: string): Polygon[] {
    const level = this.find(adcode)?.level;
    if (!level) return [];
    const prefix = level === 'province' ? adcode.slice(0, 2) : level === 'city' ? adcode.slice(0, 4) : adcode;
    const rings = outlineOf(
      this.#rows.filter((row) => row[0].startsWith(prefix)).flatMap((row) => row[6].flat()),
      this.#arcs,
    );
    const toleranceM = level === 'province' ? 600 : level === 'city' ? 200 : 0;
    const drawn =
      toleranceM === 0 ? rings : rings.map((ring) => thinRing(ring, toleranceM)).filter((r) => r.length > 3);
    return nestRings(drawn);
  }
}

/** A ring thinned in two halves: its start and end would otherwise be one point, and nothing left of it. */
function thinRing(ring: readonly LngLat[], toleranceM: number): LngLat[] {
  const half = Math.floor(ring.length / 2);
  return [
    ...simplifyLine(ring.slice(0, half + 1), toleranceM).slice(0, -1),
    ...simplifyLine([...ring.slice(half), ...ring.slice(0, 1)], toleranceM).slice(0, -1),
  ];
}

/** Rings around counties taken together: a border that two of them share lies inside and goes. */
function outlineOf(rings: ReadonlyArray<readonly number[]>, arcs: ReadonlyArray<readonly LngLat[]>): LngLat[][] {
  const uses = new Map<number, number>();
  const of = (n: number): number => (n < 0 ? ~n : n);
  for (const n of rings.flat()) uses.set(of(n), (uses.get(of(n)) ?? 0) + 1);
  const walks = rings
    .flat()
    .filter((n) => uses.get(of(n)) === 1)
    .map((n) => (n < 0 ? [...(arcs[~n] ?? [])].reverse() : (arcs[n] ?? [])));
  const byStart = new Map<string, Array<readonly LngLat[]>>();
  for (const walk of walks) {
    const key = String(walk[0]);
    byStart.set(key, [...(byStart.get(key) ?? []), walk]);
  }
  const found: LngLat[][] = [];
  for (const start of walks) {
    if (!takeWalk(byStart, start)) continue;
    const ring: LngLat[] = [...start];
    for (let next = byStart.get(String(ring.at(-1)))?.[0]; next; next = byStart.get(String(ring.at(-1)))?.[0]) {
      takeWalk(byStart, next);
      ring.push(...next.slice(1));
    }
    found.push(ring.slice(0, -1));
  }
  return found.filter((ring) => ring.length > 2);
}

function takeWalk(byStart: Map<string, Array<readonly LngLat[]>>, walk: readonly LngLat[]): boolean {
  const key = String(walk[0]);
  const list = byStart.get(key) ?? [];
  if (!list.includes(walk)) return false;
  byStart.set(
    key,
    list.filter((one) => one !== walk),
  );
  return true;
}

/** Rings to polygons: the largest are grounds, a ring inside one is its hole (another division's enclave). */
function nestRings(rings: LngLat[][]): Polygon[] {
  const parts: LngLat[][][] = [];
  for (const ring of [...rings].sort((a, b) => ringAreaM2(b) - ringAreaM2(a))) {
    const [first] = ring;
    const around = first && parts.find(([outer]) => outer && inRing(first[0], first[1], outer));
    if (around) around.push(ring);
    else parts.push([ring]);
  }
  return parts;
}
