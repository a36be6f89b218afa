import { trackExport, trackExportMaxDays, trackPoints, trackQuery } from '@tongda/contract/watch/track/calls';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { trackFile } from './export/write';
import { rangeOf } from './range';
import { loadPointPage } from './rows';
import { queryTrack } from './service';

/** Calls of the trajectory page (community.md 2.3). */
export function trackRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, trackQuery, (ctx, input) => queryTrack(ctx, input));
  route(app, trackPoints, (ctx, input) => loadPointPage(ctx, input));
  route(app, trackExport, (ctx, input) => {
    rangeOf(input, ctx.timeZone, trackExportMaxDays);
    return enqueueExport(exports, ctx, trackFile, input);
  });
}
