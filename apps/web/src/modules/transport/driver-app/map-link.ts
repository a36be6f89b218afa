/** A map of the phone with the way there. */
export const wayTo = ({ lng, lat, name }: { lng: number | null; lat: number | null; name: string }): string =>
  `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}&coordinate=wgs84&callnative=1`;
