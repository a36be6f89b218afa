import * as device from '@tongda/contract/resources/device/calls';
import { deviceAdd, deviceKnock, deviceOptions } from '@tongda/contract/resources/device/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { optionLimit } from '../../../core/record/options';
import { serveRegister } from '../../../core/record/serve';
import { saveBindPeriod } from './binding';
import { deviceModelRoutes } from './model-routes';
import {
  deleteDevices,
  deviceImportDefinition,
  deviceModels,
  deviceRegister,
  deviceWrites,
  renewDevices,
} from './register';
import { bindingsOfDevice, deviceRows, findDevice, freeDevices, servicesOfDevice } from './repo';
import { enterDevice } from './service';

const bindRegister = serveRegister({
  of: device.deviceRegister,
  entity: deviceRegister.entity,
  module: '车载设备',
  columns: device.deviceColumns,
  rows: deviceRows,
  detail: {
    call: device.deviceDetail,
    read: async (trx, ctx, id) => {
      const found = await findDevice(trx, ctx, id);
      return (
        found && {
          ...found,
          bindings: await bindingsOfDevice(trx, ctx, id),
          services: await servicesOfDevice(trx, ctx, id),
        }
      );
    },
  },
  add: deviceWrites.add,
  update: deviceWrites.update,
  del: (ctx, { ids }) => deleteDevices(ctx, ids),
  imports: deviceImportDefinition,
});

/** The register of terminals: stock, models, SIM cards, service, and in which vehicle each sat when. */
export function deviceRegisterRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  route(app, device.deviceRenew, (ctx, input) => renewDevices(ctx, input));
  route(app, device.deviceBindPeriod, (ctx, input) => saveBindPeriod(ctx, input));
  route(app, device.deviceModelOptions, (ctx, { keyword, kind }) =>
    ctx.db(async (trx) =>
      (await deviceModels(trx, ctx, kind)).filter(
        ({ name }) => !keyword || name.toLowerCase().includes(keyword.toLowerCase()),
      ),
    ),
  );
  deviceModelRoutes(app);
}

/** Terminals that are free, and the one that sits in `vehicleId`; entering new ones. */
export function deviceRoutes(app: FastifyInstance): void {
  route(app, deviceOptions, (ctx, { keyword, vehicleId }) =>
    ctx.db((trx) => freeDevices(trx, ctx, { keyword, vehicleId, limit: optionLimit })),
  );
  route(app, deviceAdd, (ctx, input) => ctx.db((trx) => enterDevice(trx, ctx, input)));
  route(app, deviceKnock, (ctx, input) =>
    ctx.db(async (trx) => {
      const { rows } = await sql<{ lastTime: string }>`
        select ${wireTimeSql(sql<Date>`k.last_seen_at`, ctx.timeZone)} as "lastTime" from terminal_knock(${input.terminalNo}) k`.execute(
        trx,
      );
      return rows[0] ?? null;
    }),
  );
}
