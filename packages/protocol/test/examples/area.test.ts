import { describe } from 'vitest';
import { msgId } from '../../src/jt808/codec';
import { checkExample, example } from './examples';

const none = { circles: [], rects: [], polygons: [], routes: [], ids: [] };
const rules = { id: 7, attributes: 0, period: null, speed: null, name: 'A' };
/** Id, attributes, centre, radius, length of the name and the name. */
const circleHex = '00000007 0000 01dc1300 073df160 000001f4 0001 41';
const circle = { ...rules, centre: { lat: 31.2, lng: 121.5 }, radiusM: 500 };

describe('areas of a terminal', () => {
  checkExample(
    example({ name: 'two are deleted', id: msgId.deletePolygons, hex: '02 00000007 00000008', body: { ids: [7, 8] } }),
  );
  checkExample(example({ name: 'all are deleted', id: msgId.deletePolygons, hex: '00', body: { ids: [] } }));
  checkExample(
    example({ name: 'asked for', id: msgId.queryAreas, hex: '01 00000001 00000007', body: { kind: 1, ids: [7] } }),
  );
  checkExample(
    example({
      name: 'circles',
      id: msgId.areaList,
      version: '2019',
      hex: `01 00000002 ${circleHex} ${circleHex}`,
      body: { ...none, kind: 1, circles: [circle, circle] },
    }),
  );
  checkExample(
    example({
      name: 'circles, each in a body of 0x8600',
      id: msgId.areaList,
      version: '2019',
      hex: `01 00000001 01 01 ${circleHex}`,
      body: { ...none, kind: 1, circles: [circle] },
      readOnly: true,
    }),
  );
  checkExample(
    example({
      name: 'a rectangle',
      id: msgId.areaList,
      version: '2013',
      hex: '02 00000001 00000007 0000 01dc1300 073df160 01ccd0c0 074d33a0',
      body: {
        ...none,
        kind: 2,
        rects: [{ ...rules, name: '', northWest: { lat: 31.2, lng: 121.5 }, southEast: { lat: 30.2, lng: 122.5 } }],
      },
    }),
  );
  checkExample(
    example({
      name: 'a polygon',
      id: msgId.areaList,
      version: '2013',
      hex: '03 00000001 00000007 0000 0001 01dc1300 073df160',
      body: { ...none, kind: 3, polygons: [{ ...rules, name: '', points: [{ lat: 31.2, lng: 121.5 }] }] },
    }),
  );
  checkExample(
    example({
      name: 'a kind that the standard does not know',
      id: msgId.areaList,
      hex: '05 00000002 00000001 00000002',
      body: { ...none, kind: 5, ids: [1, 2] },
    }),
  );
});
