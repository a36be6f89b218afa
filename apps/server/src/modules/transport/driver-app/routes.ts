import { driverPlanRead } from '@tongda/contract/ground/route-plan/driver';
import { driverStatus } from '@tongda/contract/resources/enums';
import * as app from '@tongda/contract/transport/driver-app/calls';
import { driverBindVehicle, driverScanStore, driverScanVehicle } from '@tongda/contract/transport/driver-app/scan';
import { driverSignLink } from '@tongda/contract/transport/trip/receiver-sign';
import type { FastifyInstance } from 'fastify';
import { wireTime } from '../../../core/http/answer/wire-time';
import { route } from '../../../core/http/route';
import type { Secrets } from '../../../core/run/secrets';
import { listPlansOfDriver, notePlanRead } from '../../ground/route-plan/door';
import { listPhoneNotices } from './notices';
import { loadTasksOf, loadVehiclesOf } from './repo';
import { resolveConflict } from './resolve';
import { scanStore } from './scan';
import { doStepOnce, listActionsOf, makeOwnSignLink } from './service';
import { bindScanned, scanVehicle } from './vehicle';
import { findOwnDriver } from './who';

/** Binds the calls of the drivers' phone pages, and the list of what drivers reported. */
export function driverAppRoutes(http: FastifyInstance, secrets: Secrets): void {
  route(http, app.driverTasks, (ctx) =>
    ctx.db(async (trx) => {
      const { status, ...driver } = await findOwnDriver(trx, ctx);
      const vehicles = await loadVehiclesOf(trx, ctx, driver.id);
      return {
        driver: { ...driver, vehicles, leaver: status === driverStatus.employed ? '' : driverStatus.label(status) },
        tasks: await loadTasksOf(trx, ctx, driver.id),
        plans: await listPlansOfDriver(trx, ctx, driver.id),
        notices: await listPhoneNotices(trx, ctx),
        serverTime: wireTime(Date.now(), ctx.timeZone),
      };
    }),
  );
  route(http, app.driverAct, (ctx, step) => doStepOnce(ctx, secrets, step));
  route(http, driverScanVehicle, (ctx, { code }) => scanVehicle(ctx, secrets, code));
  route(http, driverBindVehicle, (ctx, input) => bindScanned(ctx, secrets, input));
  route(http, driverScanStore, (ctx, { code }) => scanStore(ctx, secrets, code));
  route(http, driverPlanRead, (ctx, input) =>
    ctx.db(async (trx) => notePlanRead(trx, ctx, await findOwnDriver(trx, ctx), input)),
  );
  route(http, driverSignLink, (ctx, input) => makeOwnSignLink(ctx, input));
  route(http, app.driverResolve, (ctx, input) => resolveConflict(ctx, input));
  route(http, app.driverActions, (ctx, { id }) => listActionsOf(ctx, secrets, id));
}
