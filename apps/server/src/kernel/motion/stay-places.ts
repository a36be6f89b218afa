import { distanceM } from '@tongda/geo/distance';

/** A stay as places are made of it; durations in seconds. */
export interface PlacedStay {
  vehicleId: string;
  lng: number;
  lat: number;
  /** the own site it lies in; null = none */
  siteId: string | null;
  seconds: number;
  idleSeconds: number;
}

/** 常停点: one site, or stays outside of sites within `radiusM` of the longest of them. */
export interface StayPlace {
  siteId: string | null;
  lng: number;
  lat: number;
  stays: PlacedStay[];
}

/** Metres of a degree of latitude, for the cells that neighbours are looked for in. */
const degreeM = 111_195;

/** Stays as places, each stay in one. The longest stay of a place is its middle, so the order of the stays does not matter. */
export function stayPlaces(stays: readonly PlacedStay[], radiusM = 200): StayPlace[] {
  const sites = new Map<string, StayPlace>();
  const cells = new Map<string, StayPlace[]>();
  const out: StayPlace[] = [];
  const add = (stay: PlacedStay): StayPlace => {
    const place = { siteId: stay.siteId, lng: stay.lng, lat: stay.lat, stays: [stay] };
    out.push(place);
    return place;
  };
  const longestFirst = [...stays].sort((a, b) => b.seconds - a.seconds || a.lng - b.lng || a.lat - b.lat);
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
