import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import type { Rect } from '../overlay/label-layout';
import type { LayoutView } from '../overlay/vehicle-layout';
import type { BaseData, LabelKind } from './data';

/** Kinds whose names a vehicle's label should leave readable, with the zoom they appear at. */
const kept: Partial<Record<LabelKind, number>> = { capital: 4.8, city: 4.8, prefecture: 5.4 };
const charPx = 14;

interface Name {
  x: number;
  y: number;
  chars: number;
  from: number;
}

/** Boxes of the city names of the bundled map, as far as they are in view. */
export class PlaceNames {
  readonly #names: Name[] = [];

  constructor(labels: BaseData['labels']) {
    for (const { geometry, properties } of labels.features) {
      // `fetchLabels` wrote it from a LabelRow
      const from = kept[properties?.kind as LabelKind];
      if (from === undefined || geometry.type !== 'Point') continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      this.#names.push({ x: mercatorX(lng), y: mercatorY(lat), chars: String(properties?.name).length, from });
    }
  }

  boxes(view: LayoutView): Rect[] {
    const scale = tilePx * 2 ** view.zoom;
    const boxes: Rect[] = [];
    for (const { x, y, chars, from } of this.#names) {
      if (view.zoom < from) continue;
      const px = (x - view.x0) * scale;
      const py = (y - view.y0) * scale;
      const width = chars * charPx;
      if (px < -width || py < -charPx || px > view.width + width || py > view.height + charPx) continue;
      boxes.push({ x: px - width / 2, y: py - charPx / 2, width, height: charPx });
    }
    return boxes;
  }
}
