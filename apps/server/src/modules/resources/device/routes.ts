import { deviceRelease, deviceSetCode, deviceSetPolicy } from '@tongda/contract/resources/device/access';
import * as device from '@tongda/contract/resources/device/calls';
import { deviceAdd, deviceKnock, deviceOptions } from '@tongda/contract/resources/device/calls';
import { deviceSetSettings } from '@tongda/contract/resources/device/settings';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import { route } from '../../../core/http/route';
import { optionLimit } from '../../../core/record/options';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { orgOrNone } from '../../base/org/door';
import { loadAccess, releaseDevices, setDeviceCode, setDevicePolicy } from './access';
import { saveBindPeriod } from './binding';
import { listPackets, loadDeviceLive } from './live';
import { deviceModelRoutes } from './model-routes';
import {
  deleteDevices,
  deviceImportDefinition,
  deviceRegister,
  deviceWrites,
  listDeviceModels,
  renewDevices,
} from './register';
import { deviceRows, findDevice, listDeviceBindings, listDeviceServices, listFreeDevices } from './repo';
import { enterDevice } from './service';
import { loadSettings, setSettings } from './settings';

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
          live: await loadDeviceLive(trx, ctx, found.vehicleId),
          accessDetail: await loadAccess(trx, ctx, id),
          settings: await loadSettings(trx, id),
          bindings: await listDeviceBindings(trx, ctx, id),
          services: await listDeviceServices(trx, ctx, id),
        }
      );
    },
  },
  add: deviceWrites.add,
  update: deviceWrites.update,
  del: (ctx, { ids }) => deleteDevices(ctx, ids),
  imports: deviceImportDefinition,
});

/** Routes of 车载设备: the register of terminals, their models, service and bindings. */
export function deviceRegisterRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: device.deviceRegister.recycle,
    of: deviceRegister,
    name: sql`t.terminal_no`,
    detail: sql`concat_ws(' · ', t.model, t.sim_no, (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', model_id: 'device_model' },
    // deleting freed the number by a suffix; the index refuses it when another terminal has it now
    set: { phone_key: sql`split_part(t.phone_key, '#', 1)` },
  });
  route(app, device.deviceRenew, (ctx, input) => renewDevices(ctx, input));
  route(app, deviceRelease, (ctx, { ids }) => releaseDevices(ctx, ids));
  route(app, deviceSetCode, setDeviceCode);
  route(app, deviceSetPolicy, setDevicePolicy);
  route(app, deviceSetSettings, setSettings);
  route(app, device.devicePackets, (ctx, { id }) => ctx.db((trx) => listPackets(trx, ctx, id)));
  route(app, device.deviceBindPeriod, (ctx, input) => saveBindPeriod(ctx, input));
  route(app, device.deviceModelOptions, (ctx, { keyword, kind }) =>
    ctx.db(async (trx) =>
      (await listDeviceModels(trx, ctx, kind)).filter(
        ({ name }) => !keyword || name.toLowerCase().includes(keyword.toLowerCase()),
      ),
    ),
  );
  deviceModelRoutes(app, deps);
}

/** Routes for binding a terminal to a vehicle: choosing one from stock, entering a new one. */
export function deviceRoutes(app: FastifyInstance): void {
  route(app, deviceOptions, (ctx, { keyword, vehicleId }) =>
    ctx.db((trx) => listFreeDevices(trx, ctx, { keyword, vehicleId, limit: optionLimit })),
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
