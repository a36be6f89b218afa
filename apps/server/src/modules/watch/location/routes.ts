import {
  monitorCall,
  monitorDetail,
  monitorExport,
  monitorLive,
  monitorNearby,
  monitorSnapshot,
} from '@tongda/contract/watch/location/calls';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { scopeName } from '../../base/org/door';
import { monitorFile } from './export';
import { findDriverNumber, listNearby, loadSnapshot, loadVehicleDetail, pollLive } from './service';

/** Calls of the location page (community.md 2.2). */
export function locationRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, monitorSnapshot, loadSnapshot, { sameFor: scopeName });
  route(app, monitorLive, pollLive);
  route(app, monitorDetail, loadVehicleDetail);
  route(app, monitorCall, findDriverNumber);
  route(app, monitorNearby, listNearby);
  route(app, monitorExport, (ctx, input) => enqueueExport(exports, ctx, monitorFile, input));
}
