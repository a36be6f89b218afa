import {
  openAppAdd,
  openAppCustomers,
  openAppDel,
  openAppHistory,
  openAppList,
  openAppRotate,
  openAppSwitch,
  openAppUpdate,
} from '@tongda/contract/company/openapi/apps';
import {
  interfaceApply,
  interfaceDetail,
  interfacePage,
  interfaceWithdraw,
} from '@tongda/contract/company/openapi/calls';
import {
  grantChange,
  grantChangeHis,
  grantDecide,
  grantLog,
  grantPage,
  grantResetSecret,
  grantStop,
} from '@tongda/contract/company/openapi/grants';
import { interfaceLog, interfaceUsage } from '@tongda/contract/company/openapi/usage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import type { Secrets } from '../../../core/run/secrets';
import {
  addApp,
  deleteApp,
  listAppCustomers,
  listApps,
  requireApp,
  rotateSecret,
  switchApp,
  updateApp,
} from './app/service';
import { changeGrant, decideGrant, pageGrantCalls, pageGrants, resetSecret, switchGrant } from './grants';
import type { MachineGate } from './machine/gate';
import { manageInterfaceRoutes } from './manage/routes';
import { refuseUnlessManager } from './manager';
import { applyForInterface, listInterfaces, readInterface, withdrawInterface } from './service';
import { pageCalls, readUsage } from './usage';

interface OpenapiDeps {
  db: Kysely<DB>;
  secrets: Pick<Secrets, 'factorKey'>;
  machines: MachineGate;
  publicUrl?: string;
  docs: boolean;
  exports: ExportDeps;
}

/** 接口中心: the open interfaces, their documents, a company's programs and applications, calls and usage; 开放接口管理 and 接口授权 of the provider. */
export function interfaceRoutes(app: FastifyInstance, deps: OpenapiDeps): void {
  const origin = (req: FastifyRequest): string =>
    deps.publicUrl?.replace(/\/$/u, '') || `${req.protocol}://${req.host}`;
  route(app, interfacePage, (ctx, _input, { req }) => listInterfaces(ctx, origin(req), deps.docs));
  route(app, interfaceDetail, (ctx, { key }, { req }) => readInterface(ctx, key, origin(req)));
  route(app, interfaceApply, (ctx, input) => applyForInterface(ctx, deps.db, input));
  appRoutes(app, deps);
  manageInterfaceRoutes(app, deps);
  // calls that were answered a moment ago are in it
  const written = async (): Promise<void> => deps.machines.calls.flush();
  route(app, interfaceLog, (ctx, input) => written().then(() => pageCalls(ctx, input)));
  route(app, interfaceUsage, (ctx, input) => written().then(() => readUsage(ctx, input)));
  route(app, grantPage, (ctx, input) => pageGrants(ctx, deps.db, input));
  const told = (clientId: string): null => {
    deps.machines.forgetCompany(clientId);
    return null;
  };
  route(app, grantDecide, async (ctx, input) => told(await decideGrant(ctx, deps.db, input)));
  route(app, grantStop, async (ctx, input) => told(await switchGrant(ctx, deps.db, input)));
  route(app, grantChange, async (ctx, input) => told(await changeGrant(ctx, deps.db, input)));
  route(app, grantResetSecret, async (ctx, input) => {
    const { clientId, shown } = await resetSecret(ctx, deps.db, deps.secrets, input);
    told(clientId);
    return shown;
  });
  route(app, grantLog, (ctx, input) => written().then(() => pageGrantCalls(ctx, deps.db, input)));
  route(app, grantChangeHis, (ctx, input) => ctx.db((trx) => historyPage(trx, ctx, 'interface_apply', input)));
}

function appRoutes(app: FastifyInstance, { secrets, machines }: OpenapiDeps): void {
  /** what changed counts for the very next call */
  const then =
    <I, O>(change: (ctx: Ctx, input: I) => Promise<O>) =>
    async (ctx: Ctx, input: I): Promise<O> => {
      const answer = await change(ctx, input);
      machines.forgetCompany(ctx.clientId);
      return answer;
    };
  route(app, interfaceWithdraw, then(withdrawInterface));
  route(app, openAppList, listApps);
  route(app, openAppCustomers, listAppCustomers);
  route(
    app,
    openAppAdd,
    then((ctx, input) => addApp(ctx, secrets, input)),
  );
  route(app, openAppUpdate, then(updateApp));
  route(app, openAppSwitch, then(switchApp));
  route(
    app,
    openAppRotate,
    then((ctx, input) => rotateSecret(ctx, secrets, input)),
  );
  route(app, openAppDel, then(deleteApp));
  route(app, openAppHistory, (ctx, input) => {
    refuseUnlessManager(ctx);
    return ctx.db(async (trx) => {
      await requireApp(trx, ctx, input.id);
      return historyPage(trx, ctx, 'open_app', input);
    });
  });
}
