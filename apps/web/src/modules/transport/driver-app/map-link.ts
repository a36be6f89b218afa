/** A link that opens the map app of the phone at a place, from where it can navigate. */
export const navigationLink = ({ lng, lat, name }: { lng: number | null; lat: number | null; name: string }): string =>
  `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}&coordinate=wgs84&callnative=1`;
