import { message } from '../message';
import { decodeAreaList, encodeAreaList } from './0608';
import { decodeSetCircles, decodeSetRects, encodeSetCircles, encodeSetRects } from './8600';
import { decodeDeleteAreas, encodeDeleteAreas } from './8601';
import { decodeSetPolygon, encodeSetPolygon } from './8604';
import { decodeSetRoute, encodeSetRoute } from './8606';
import { decodeQueryAreas, encodeQueryAreas } from './8608';

/** Areas and routes that the terminal watches by itself. */
export const areaMessages = {
  setCircles: message(0x8600, decodeSetCircles, encodeSetCircles),
  deleteCircles: message(0x8601, decodeDeleteAreas, encodeDeleteAreas),
  setRects: message(0x8602, decodeSetRects, encodeSetRects),
  deleteRects: message(0x8603, decodeDeleteAreas, encodeDeleteAreas),
  setPolygon: message(0x8604, decodeSetPolygon, encodeSetPolygon),
  deletePolygons: message(0x8605, decodeDeleteAreas, encodeDeleteAreas),
  setRoute: message(0x8606, decodeSetRoute, encodeSetRoute),
  deleteRoutes: message(0x8607, decodeDeleteAreas, encodeDeleteAreas),
  queryAreas: message(0x8608, decodeQueryAreas, encodeQueryAreas),
  areaList: message(0x0608, decodeAreaList, encodeAreaList),
};
