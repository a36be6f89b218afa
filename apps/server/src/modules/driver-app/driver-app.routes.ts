import * as app from '@tongda/contract/driver-app/driver-app';
import { driverSignLink } from '@tongda/contract/trip/receiver-sign';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/route';
import type { Secrets } from '../../core/secrets';
import { wireTime } from '../../core/wire-time';
import { tasksOf } from './driver-app.repo';
import { act, actionsOf, driverOf, signLinkOf } from './driver-app.service';

/** The phone page of drivers, and what it reported. */
export function driverAppRoutes(http: FastifyInstance, secrets: Secrets): void {
  route(http, app.driverTasks, (ctx) =>
    ctx.db(async (trx) => {
      const driver = await driverOf(trx, ctx);
      return { driver, tasks: await tasksOf(trx, ctx, driver.id), serverTime: wireTime(Date.now(), ctx.timeZone) };
    }),
  );
  route(http, app.driverAct, (ctx, step) => act(ctx, step));
  route(http, driverSignLink, (ctx, input) => signLinkOf(ctx, input));
  route(http, app.driverActions, (ctx, { id }) => actionsOf(ctx, secrets, id));
}
