import { distanceM } from '@tongda/geo/distance';

/** Stays of one spot to be grouped into places. */
export interface PlacedStays {
  /** in the middle of them */
  lng: number;
  lat: number;
  /** the company's site that they lie in; null = none */
  siteId: string | null;
  /** how long the longest of them took */
  longestS: number;
}

/** 常停点, a place where vehicles often stand: a site, or the stays outside of sites around the longest one of them. */
export interface StayPlace<Stays extends PlacedStays> {
  siteId: string | null;
  lng: number;
  lat: number;
  stays: Stays[];
}

/** Metres of a degree of latitude, for the cells that neighbours are looked for in. */
const degreeM = 111_195;

/** Groups stays into places, each stay into one. Outside of sites the longest stay is a place's centre and those within `radiusM` belong to it, so the order of the stays given does not matter. */
export function groupStayPlaces<Stays extends PlacedStays>(
  stays: readonly Stays[],
  radiusM = 200,
): Array<StayPlace<Stays>> {
  const sites = new Map<string, StayPlace<Stays>>();
  const cells = new Map<string, Array<StayPlace<Stays>>>();
  const out: Array<StayPlace<Stays>> = [];
  const add = (stay: Stays): StayPlace<Stays> => {
    const place = { siteId: stay.siteId, lng: stay.lng, lat: stay.lat, stays: [stay] };
    out.push(place);
    return place;
  };
  const longestFirst = [...stays].sort((a, b) => b.longestS - a.longestS || a.lng - b.lng || a.lat - b.lat);
  for (const stay of longestFirst) {
    if (stay.siteId !== null) {
      const known = sites.get(stay.siteId);
      if (known) known.stays.push(stay);
      else sites.set(stay.siteId, add(stay));
      continue;
    }
    const row = Math.floor((stay.lat * degreeM) / radiusM);
    const column = Math.floor((stay.lng * degreeM * Math.cos((Math.round(stay.lat) * Math.PI) / 180)) / radiusM);
    const near = [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((j) => cells.get(`${row + i} ${column + j}`) ?? []));
    const place = near.find((one) => distanceM(one.lng, one.lat, stay.lng, stay.lat) <= radiusM);
    if (place) place.stays.push(stay);
    else {
      const key = `${row} ${column}`;
      cells.set(key, [...(cells.get(key) ?? []), add(stay)]);
    }
  }
  return out;
}
