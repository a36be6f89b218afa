import * as device from '@tongda/contract/resources/device/calls';
import { deviceAdd, deviceKnock, deviceOptions } from '@tongda/contract/resources/device/calls';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeConditions } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { optionLimit } from '../../../core/record/options';
import { saveBindPeriod } from './binding';
import { deviceModelRoutes } from './model-routes';
import {
  createDevice,
  deleteDevices,
  deviceImportDefinition,
  deviceModels,
  renewDevices,
  updateDevice,
} from './register';
import { bindingsOfDevice, countDevices, findDevice, freeDevices, listDevices, servicesOfDevice } from './repo';
import { enterDevice } from './service';

const deviceFile = registerExport<typeof device.deviceExport, device.DeviceRow>({
  endpoint: device.deviceExport,
  module: '车载设备',
  name: '终端',
  columns: device.deviceColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '台', {
      terminalNo: '终端/SIM卡号',
      plateNo: '车牌号',
      modelId: ['device_model', '型号'],
      orgId: ['org', '所属组织'],
      usageMode: ['code', '使用方式', usageModeList.typeCode],
      expire: ['words', '服务/SIM卡', { soon: '30天内到期', expired: '已过期' }],
      bound: ['words', '绑定', { 1: '已绑定', 0: '库存' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countDevices(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listDevices(trx, ctx, { ...q, limit, offset }))),
});

/** The register of terminals: stock, models, SIM cards, service, and in which vehicle each sat when. */
export function deviceRegisterRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, device.devicePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listDevices(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countDevices(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, device.deviceDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...requireRow(await findDevice(trx, ctx, id), '终端'),
      bindings: await bindingsOfDevice(trx, ctx, id),
      services: await servicesOfDevice(trx, ctx, id),
    })),
  );
  route(app, device.deviceCreate, (ctx, input) => createDevice(ctx, input));
  route(app, device.deviceUpdate, (ctx, input) => updateDevice(ctx, input));
  route(app, device.deviceDel, (ctx, { ids }) => deleteDevices(ctx, ids));
  route(app, device.deviceRenew, (ctx, input) => renewDevices(ctx, input));
  route(app, device.deviceBindPeriod, (ctx, input) => saveBindPeriod(ctx, input));
  route(app, device.deviceExport, (ctx, input) => enqueueExport(deps, ctx, deviceFile, input));
  route(app, device.deviceChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      requireRow(await findDevice(trx, ctx, q.id), '终端');
      return historyPage(trx, ctx, 'device', q);
    }),
  );
  route(app, device.deviceModelOptions, (ctx, { keyword, kind }) =>
    ctx.db(async (trx) =>
      (await deviceModels(trx, ctx, kind)).filter(
        ({ name }) => !keyword || name.toLowerCase().includes(keyword.toLowerCase()),
      ),
    ),
  );
  bindImportRoutes(app, deviceImportDefinition);
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
