import { distanceM } from '@tongda/geo/distance';

/** A stay to be grouped into places; durations in seconds. */
export interface PlacedStay {
  vehicleId: string;
  lng: number;
  lat: number;
  /** the company's site that it lies in; null = none */
  siteId: string | null;
  seconds: number;
  idleSeconds: number;
}

/** 常停点, a place where vehicles often stand: a site, or the stays outside of sites around the longest one of them. */
export interface StayPlace {
  siteId: string | null;
  lng: number;
  lat: number;
  stays: PlacedStay[];
}

/** Metres of a degree of latitude, for the cells that neighbours are looked for in. */
const degreeM = 111_195;

/** Groups stays into places, each stay into one. Outside of sites the longest stay is a place's centre and those within `radiusM` belong to it, so the order of the stays given does not matter. */
export function groupStayPlaces(stays: readonly PlacedStay[], radiusM = 200): StayPlace[] {
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
