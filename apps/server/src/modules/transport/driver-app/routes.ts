import * as app from '@tongda/contract/driver-app/driver-app';
import { driverBindVehicle, driverScanStore, driverScanVehicle } from '@tongda/contract/driver-app/scan';
import { driverStatus } from '@tongda/contract/enums/resource';
import { driverPlanRead } from '@tongda/contract/route-plan/driver';
import { driverSignLink } from '@tongda/contract/trip/receiver-sign';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/route';
import type { Secrets } from '../../core/secrets';
import { wireTime } from '../../core/wire-time';
import { notePlanRead, plansOfDriver } from '../route-plan/plan.driver.service';
import { tasksOf, vehiclesOf } from './driver-app.repo';
import { scanStore } from './driver-app.scan';
import { act, actionsOf, signLinkOf } from './driver-app.service';
import { bindScanned, scanVehicle } from './driver-app.vehicle';
import { driverOf } from './driver-app.who';

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
