import type { WireShape } from '@tongda/contract/ground/place/shape';
import type { Shape } from '@tongda/geo/shape';

/** The ground of a place for measuring, hit tests and painting. */
export function groundOf(wire: WireShape): Shape {
  switch (wire.kind) {
    case 'circle':
      return { kind: 'circle', centre: [wire.lng, wire.lat], radiusM: wire.radiusM };
    case 'rect':
      return { kind: 'rect', box: [wire.west, wire.south, wire.east, wire.north] };
    case 'polygon':
      return { kind: 'polygon', rings: [wire.points] };
    case 'line':
      return { kind: 'line', path: wire.points, halfWidthM: wire.halfWidthM };
    case 'district':
      return { kind: 'district', parts: wire.parts };
  }
}
