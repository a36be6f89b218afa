import { driverPlanRead } from '@tongda/contract/ground/route-plan/driver';
import { driverStatus } from '@tongda/contract/resources/enums';
import * as app from '@tongda/contract/transport/driver-app/calls';
import { driverBindVehicle, driverScanStore, driverScanVehicle } from '@tongda/contract/transport/driver-app/scan';
import { driverSignLink } from '@tongda/contract/transport/trip/receiver-sign';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';
import { wireTime } from '../../../core/http/wire-time';
import type { Secrets } from '../../../core/run/secrets';
import { notePlanRead, plansOfDriver } from '../../ground/route-plan/door';
import { tasksOf, vehiclesOf } from './repo';
import { scanStore } from './scan';
import { act, actionsOf, signLinkOf } from './service';
import { bindScanned, scanVehicle } from './vehicle';
import { driverOf } from './who';

/** The phone page of drivers, and what it reported. */
export function driverAppRoutes(http: FastifyInstance, secrets: Secrets): void {
  route(http, app.driverTasks, (ctx) =>
    ctx.db(async (trx) => {
      const { status, ...driver } = await driverOf(trx, ctx);
      const vehicles = await vehiclesOf(trx, ctx, driver.id);
      return {
        driver: { ...driver, vehicles, leaver: status === driverStatus.employed ? '' : driverStatus.label(status) },
        tasks: await tasksOf(trx, ctx, driver.id),
        plans: await plansOfDriver(trx, ctx, driver.id),
        serverTime: wireTime(Date.now(), ctx.timeZone),
      };
    }),
  );
  route(http, app.driverAct, (ctx, step) => act(ctx, secrets, step));
  route(http, driverScanVehicle, (ctx, { code }) => scanVehicle(ctx, secrets, code));
  route(http, driverBindVehicle, (ctx, input) => bindScanned(ctx, secrets, input));
  route(http, driverScanStore, (ctx, { code }) => scanStore(ctx, secrets, code));
  route(http, driverPlanRead, (ctx, input) =>
    ctx.db(async (trx) => notePlanRead(trx, ctx, await driverOf(trx, ctx), input)),
  );
  route(http, driverSignLink, (ctx, input) => signLinkOf(ctx, input));
  route(http, app.driverActions, (ctx, { id }) => actionsOf(ctx, secrets, id));
}
