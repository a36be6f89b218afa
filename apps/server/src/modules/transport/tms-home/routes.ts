import { tmsHomeSummary, tmsHomeTodo, tmsHomeTrend } from '@tongda/contract/transport/tms-home/calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';
import { loadSummary, loadTodo, loadTrend } from './repo';

export function tmsHomeRoutes(app: FastifyInstance): void {
  route(app, tmsHomeSummary, (ctx) => ctx.db((trx) => loadSummary(trx, ctx)));
  route(app, tmsHomeTrend, (ctx) => ctx.db((trx) => loadTrend(trx, ctx)));
  route(app, tmsHomeTodo, (ctx) => ctx.db((trx) => loadTodo(trx, ctx)));
}
