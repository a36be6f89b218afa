import { trackExport, trackExportMaxDays, trackPoints, trackQuery } from '@tongda/contract/location/track';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { route } from '../../core/route';
import { trackFile } from './track.export';
import { rangeOf } from './track.range';
import { pageOfPoints } from './track.rows';
import { queryTrack } from './track.service';

/** Calls of the trajectory page (community.md 2.3). */
export function trackRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, trackQuery, (ctx, input) => queryTrack(ctx, input));
  route(app, trackPoints, (ctx, input) => pageOfPoints(ctx, input));
  route(app, trackExport, (ctx, input) => {
    rangeOf(input, ctx.timeZone, trackExportMaxDays);
    return enqueueExport(exports, ctx, trackFile, input);
  });
}
