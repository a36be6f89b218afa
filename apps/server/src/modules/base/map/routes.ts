import {
  districtTree,
  geocodeRegeo,
  type MapSettings,
  mapConfig,
  type RegeoAnswer,
} from '@tongda/contract/base/map/calls';
import type { FastifyInstance } from 'fastify';
import { publicRoute, route } from '../../../core/http/route';
import { loadGeocoder, placeOf } from './place-names';
import { answerRegeo } from './regeo';

/** Address lookup and the base map that pages draw. `settings` is what the operator configured. */
export function mapRoutes(app: FastifyInstance, settings: MapSettings): void {
  publicRoute(app, mapConfig, async () => settings);
  route(app, districtTree, async () => (await loadGeocoder()).districts.tree());
  route(app, geocodeRegeo, async (_ctx, input, { req }): Promise<RegeoAnswer> => {
    try {
      await loadGeocoder();
      return answerRegeo(input, placeOf);
    } catch (error) {
      req.log.error({ err: error }, 'reverse geocoder');
      return { status: '0', info: '地址数据读取失败，请联系管理员', infocode: '30000' };
    }
  });
}
