import * as contract from '@tongda/contract/resources/frame/calls';
import * as kept from '@tongda/contract/resources/frame/kept';
import { alarmFrame } from '@tongda/contract/resources/frame/of-alarm';
import * as own from '@tongda/contract/resources/frame/own';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { route } from '../../../core/http/route';
import { parseFrames } from '../../../frames/read';
import { loadItemTable } from '../item-profile/door';
import { pageKept, pageRecorderKept, showKept, showRecorderKept } from './kept';
import { readAlarmFrame } from './of-alarm';
import { pageOwnFrames, pageOwnTraces, readOwnFrame, startOwnRecent, startOwnTrace, stopOwnTrace } from './own';
import { pageTraceFrames, pageTraces, readTraceFrame } from './repo';
import { startRecent, startTrace, stopTrace } from './service';

/** Frames of terminals field by field: pasted ones, and those that were recorded. */
export function frameRoutes(app: FastifyInstance, bus: Bus): void {
  route(app, contract.frameParse, async (ctx, input) => parseFrames(input, await ctx.db(loadItemTable)));
  route(app, contract.traceStart, startTrace);
  route(app, contract.traceRecent, startRecent);
  route(app, contract.traceStop, (ctx, { id }) => stopTrace(ctx, bus, id));
  route(app, contract.tracePage, pageTraces);
  route(app, contract.traceFrames, pageTraceFrames);
  route(app, own.ownTraceStart, startOwnTrace);
  route(app, own.ownTraceRecent, startOwnRecent);
  route(app, own.ownTraceStop, (ctx, { id }) => stopOwnTrace(ctx, bus, id));
  route(app, own.ownTracePage, pageOwnTraces);
  route(app, own.ownTraceFrames, pageOwnFrames);
  route(app, own.ownTraceFrame, (ctx, { id }) => readOwnFrame(ctx, id));
  route(app, kept.keptPage, pageKept);
  route(app, kept.keptShow, (ctx, { id }) => showKept(ctx, id));
  route(app, kept.recorderKeptPage, pageRecorderKept);
  route(app, kept.recorderKeptShow, (ctx, { id }) => showRecorderKept(ctx, id));
  route(app, contract.traceFrame, (ctx, { id }) => readTraceFrame(ctx, id));
  route(app, alarmFrame, (ctx, { id }) => readAlarmFrame(ctx, id));
}
