const rad = Math.PI / 180;

/** Initial bearing from the first to the second position, degrees in [0, 360) clockwise from north; 0 when they coincide. */
export function bearingDeg(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const dLng = (lng2 - lng1) * rad;
  const y = Math.sin(dLng) * Math.cos(lat2 * rad);
  const x = Math.cos(lat1 * rad) * Math.sin(lat2 * rad) - Math.sin(lat1 * rad) * Math.cos(lat2 * rad) * Math.cos(dLng);
  const deg = Math.atan2(y, x) / rad;
  return (deg + 360) % 360;
}

const names = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const;

/** Chinese name of a direction in eight parts (`西北`), the word the whole product uses for a heading. */
export function directionName(deg: number): (typeof names)[number] {
  const index = Math.round((((deg % 360) + 360) % 360) / 45) % 8;
  return names[index] ?? '北';
}
