import * as contract from '@tongda/contract/company/openapi/interfaces';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExportDeps } from '../../../../core/export/definition';
import type { Ctx } from '../../../../core/http/ctx';
import { illegalTransition, notFound } from '../../../../core/http/errors';
import { route } from '../../../../core/http/route';
import { serveRegister } from '../../../../core/record/serve';
import { offeredInterfaces } from '../catalogue';
import type { MachineGate } from '../machine/gate';
import { interfaceRows, listOffers, loadInterface } from './repo';
import { addInterface, interfaceEntity, publishInterface, refuseUnlessStaff, updateInterface } from './service';

/** Most characters of an answer that are shown: a whole day of positions would freeze the browser. */
const shownCharacters = 20_000;

const bindRegister = serveRegister({
  of: {
    noun: '开放接口',
    unit: '个',
    filters: contract.openInterfaceFilters.table,
    page: contract.openInterfacePage,
    changeHis: contract.openInterfaceChangeHis,
  },
  entity: interfaceEntity,
  module: '开放接口管理',
  columns: contract.openInterfaceColumns,
  rows: interfaceRows,
  detail: { call: contract.openInterfaceDetail, read: loadInterface },
});

/** 开放接口管理: the open interfaces as staff keep them. */
export function manageInterfaceRoutes(
  app: FastifyInstance,
  { machines, exports }: { machines: MachineGate; exports: ExportDeps },
): void {
  bindRegister(app, exports);
  /** what changed counts for the very next call */
  const then =
    <I, O>(change: (ctx: Ctx, input: I) => Promise<O>) =>
    async (ctx: Ctx, input: I): Promise<O> => {
      const answer = await change(ctx, input);
      machines.forgetInterfaces();
      return answer;
    };
  route(app, contract.openInterfaceOffers, (ctx) => ctx.db(listOffers));
  route(app, contract.openInterfaceAdd, addInterface);
  route(app, contract.openInterfaceUpdate, then(updateInterface));
  route(app, contract.openInterfacePublish, then(publishInterface));
  route(app, contract.openInterfaceDebug, async (ctx, { id, body }, { req }) => {
    refuseUnlessStaff(ctx);
    const { key } = await ctx.db((trx) => loadInterface(trx, ctx, id));
    return tryInterface(app, req, key, body);
  });
}

/** Calls an interface that only reads as the caller himself, through the server's own door: his rights decide what it answers. */
async function tryInterface(app: FastifyInstance, req: FastifyRequest, key: string, body: string) {
  const offered = offeredInterfaces.find((one) => one.key === key);
  if (!offered) throw notFound('开放接口');
  if (!offered.readOnly) throw illegalTransition('会写入数据的接口不能在此调试');
  const { 'content-length': _length, 'accept-encoding': _encoding, ...headers } = req.headers;
  const began = performance.now();
  const answer = await app.inject({
    method: offered.endpoint.method,
    url: offered.endpoint.path,
    headers: { ...headers, 'content-type': 'application/json' },
    remoteAddress: req.ip,
    payload: body,
  });
  return {
    status: answer.statusCode,
    ms: Math.round(performance.now() - began),
    size: answer.body.length,
    text: answer.body.slice(0, shownCharacters),
  };
}
