import { tmsHomeSummary, tmsHomeTodo, tmsHomeTrend } from '@tongda/contract/transport/tms-home/calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';
import { summaryOf, todoOf, trendOf } from './repo';

export function tmsHomeRoutes(app: FastifyInstance): void {
  route(app, tmsHomeSummary, (ctx) => ctx.db((trx) => summaryOf(trx, ctx)));
  route(app, tmsHomeTrend, (ctx) => ctx.db((trx) => trendOf(trx, ctx)));
  route(app, tmsHomeTodo, (ctx) => ctx.db((trx) => todoOf(trx, ctx)));
}
