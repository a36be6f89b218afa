import * as contract from '@tongda/contract/resources/frame/calls';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { route } from '../../../core/http/route';
import { parseFrames } from '../../../frames/read';
import { loadItemTable } from '../item-profile/door';
import { pageTraceFrames, pageTraces, readTraceFrame } from './repo';
import { startTrace, stopTrace } from './service';

/** Frames of terminals field by field: pasted ones, and those that were recorded. */
export function frameRoutes(app: FastifyInstance, bus: Bus): void {
  route(app, contract.frameParse, async (ctx, input) => parseFrames(input, await ctx.db(loadItemTable)));
  route(app, contract.traceStart, startTrace);
  route(app, contract.traceStop, (ctx, { id }) => stopTrace(ctx, bus, id));
  route(app, contract.tracePage, pageTraces);
  route(app, contract.traceFrames, pageTraceFrames);
  route(app, contract.traceFrame, (ctx, { id }) => readTraceFrame(ctx, id));
}
