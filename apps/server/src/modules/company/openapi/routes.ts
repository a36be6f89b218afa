import {
  interfaceApply,
  interfaceDetail,
  interfacePage,
  interfaceWithdraw,
} from '@tongda/contract/company/openapi/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { route } from '../../../core/http/route';
import { applyForInterface, listInterfaces, readInterface, withdrawInterface } from './service';

/** 接口中心: the open interfaces, their documents and a company's applications. */
export function interfaceRoutes(
  app: FastifyInstance,
  deps: { db: Kysely<DB>; publicUrl?: string; docs: boolean },
): void {
  const origin = (req: FastifyRequest): string =>
    deps.publicUrl?.replace(/\/$/u, '') || `${req.protocol}://${req.host}`;
  route(app, interfacePage, (ctx, _input, { req }) => listInterfaces(ctx, origin(req), deps.docs));
  route(app, interfaceDetail, (ctx, { key }, { req }) => readInterface(ctx, key, origin(req)));
  route(app, interfaceApply, (ctx, input) => applyForInterface(ctx, deps.db, input));
  route(app, interfaceWithdraw, withdrawInterface);
}
