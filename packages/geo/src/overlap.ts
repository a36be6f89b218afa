import { inBbox } from './polygon';
import { inShape, type Shape, shapeAreaM2, shapeBbox } from './shape';

/** Cells along each side of the raster. With 64 the error is about one hundredth for round fences. */
const cells = 64;

/** Share (0-1) of the smaller of two shapes that lies inside the other, counted on a raster over the box of the smaller one. 0 for an empty shape. */
export function overlapOf(a: Shape, b: Shape): number {
  const [boxA, boxB] = [shapeBbox(a), shapeBbox(b)];
  if (!boxA || !boxB) return 0;
  const small =
    shapeAreaM2(a) <= shapeAreaM2(b) ? { box: boxA, shape: a, other: b } : { box: boxB, shape: b, other: a };
  const [west, south, east, north] = small.box;
  const otherBox = small.shape === a ? boxB : boxA;
  let inside = 0;
  let both = 0;
  for (let i = 0; i < cells; i++) {
    const lng = west + ((i + 0.5) / cells) * (east - west);
    for (let k = 0; k < cells; k++) {
      const lat = south + ((k + 0.5) / cells) * (north - south);
      if (!inShape(lng, lat, small.shape)) continue;
      inside++;
      if (inBbox(lng, lat, otherBox) && inShape(lng, lat, small.other)) both++;
    }
  }
  return inside === 0 ? 0 : both / inside;
}
