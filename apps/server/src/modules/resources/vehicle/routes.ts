import type { Parsed } from '@tongda/contract/core/endpoint';
import type { LiveVehicle } from '@tongda/contract/live';
import { vehicleDrugCheck, vehiclePaperMatch } from '@tongda/contract/vehicle/checks';
import { vehicleDays, vehicleViewers } from '@tongda/contract/vehicle/figures';
import { probeCopy, probeGet, probeHistory, probeSave } from '@tongda/contract/vehicle/probe';
import { vehicleQrcode, vehicleQrcodeRenew } from '@tongda/contract/vehicle/qrcode';
import { vehicleRecyclePage, vehicleRestore } from '@tongda/contract/vehicle/recycle';
import { vehicleTree } from '@tongda/contract/vehicle/tree';
import * as vehicle from '@tongda/contract/vehicle/vehicle';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Change } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import { notFound } from '../../core/errors';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { importRoutes } from '../../core/import/routes';
import { route } from '../../core/route';
import { wireTimeOf } from '../../core/wire-time';
import type { FileDeps } from '../file/file.service';
import { paperRoutes } from '../file/paper.service';
import { bindDevice, bindingsOf, unbindDevice } from './vehicle.binding';
import { certificatesOf } from './vehicle.certificates';
import { drugCheck } from './vehicle.drug-check';
import { vehicleFile } from './vehicle.export';
import { filesOf } from './vehicle.files';
import { vehicleImportDefinition } from './vehicle.import';
import { maskedVehicle } from './vehicle.mask';
import { matchPapers } from './vehicle.paper-match';
import { periodsOf } from './vehicle.periods';
import { copyProbes, getProbes, probeVersions, saveProbes } from './vehicle.probes';
import { qrcodeOf, renewQrcode } from './vehicle.qrcode.service';
import { liveOf } from './vehicle.readings';
import { recyclePage, restoreVehicle } from './vehicle.recycle';
import { repairRoutes } from './vehicle.repair-routes';
import { countByTab, findVehicle, missingVehicle, pageOfVehicles } from './vehicle.repo';
import {
  addVehicle,
  batchUpdate,
  deleteVehicles,
  entity,
  ownVehicle,
  setStatus,
  updateVehicle,
} from './vehicle.service';
import { silentWires } from './vehicle.silent';
import { vehicleTreeOf } from './vehicle.tree';
import { daysOf, viewersOf } from './vehicle.viewers.service';
import { probesOf } from './vehicle.wires';

/** The register of vehicles: list, form, details, terminals, probes, history. */
export function vehicleRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps): void {
  paperRoutes(app, deps, {
    calls: vehicle.vehiclePapers,
    entity,
    see: async (trx, ctx, id) => {
      if (!(await findVehicle(trx, ctx, id))) throw notFound('车辆');
    },
    change: ownVehicle,
  });
  route(app, vehicle.vehiclePage, (ctx, q) =>
    ctx.db(async (trx) => {
      const { list, total } = await pageOfVehicles(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size });
      return { list: list.map((v) => maskedVehicle(ctx, v)), total, page: q.page, size: q.size };
    }),
  );
  route(app, vehicle.vehicleCounts, (ctx, q) => ctx.db((trx) => countByTab(trx, ctx, q)));
  route(app, vehicle.vehicleDetail, (ctx, { id }) => detailOf(ctx, id));
  route(app, vehicle.vehicleAdd, (ctx, input) => addVehicle(ctx, input));
  route(app, vehicle.vehicleUpdate, (ctx, input) => updateVehicle(ctx, input));
  route(app, vehicle.vehicleDel, (ctx, { ids }) => deleteVehicles(ctx, ids));
  route(app, vehicle.vehicleSetStatus, (ctx, input) => setStatus(ctx, input));
  route(app, vehicle.vehicleBatchUpdate, (ctx, input) => batchUpdate(ctx, input));
  route(app, vehicle.vehicleBindDevice, (ctx, input) =>
    ctx.db(async (trx) => {
      await ownVehicle(trx, ctx, input.vehicleId);
      await bindDevice(trx, ctx, input);
      return null;
    }),
  );
  route(app, vehicle.vehicleUnbindDevice, (ctx, { vehicleId, time }) =>
    ctx.db(async (trx) => {
      await ownVehicle(trx, ctx, vehicleId);
      await unbindDevice(trx, ctx, vehicleId, time);
      return null;
    }),
  );
  route(app, vehicle.vehicleExport, (ctx, input) => enqueueExport(deps, ctx, vehicleFile, input));
  route(app, vehicle.vehicleChangeHis, (ctx, q) => historyOf(ctx, q));
  importRoutes(app, vehicleImportDefinition);
  route(app, vehicleTree, (ctx, q) => vehicleTreeOf(ctx, q));
  route(app, vehicleRecyclePage, (ctx, q) => recyclePage(ctx, q));
  route(app, vehicleRestore, (ctx, { id }) => restoreVehicle(ctx, id));
  route(app, vehiclePaperMatch, (ctx, input) => matchPapers(ctx, input));
  route(app, vehicleDrugCheck, (ctx) => drugCheck(ctx));
  route(app, vehicle.vehicleFiles, (ctx, { id }) => filesOf(ctx, deps.secrets, id));
  route(app, vehicle.vehiclePeriods, (ctx, { id }) => periodsOf(ctx, id));
  route(app, vehicleQrcode, (ctx, { id }) => qrcodeOf(ctx, deps.secrets, id));
  route(app, vehicleQrcodeRenew, (ctx, input) => renewQrcode(ctx, deps.secrets, input));
  route(app, vehicleDays, (ctx, { id, days }) => daysOf(ctx, id, days));
  route(app, vehicleViewers, (ctx, { id }) => viewersOf(ctx, id));
  route(app, probeHistory, (ctx, { vehicleId }) => probeVersions(ctx, vehicleId));
  route(app, probeGet, (ctx, { vehicleId }) => getProbes(ctx, vehicleId));
  route(app, probeCopy, (ctx, input) => copyProbes(ctx, input));
  route(app, probeSave, (ctx, input) => saveProbes(ctx, input));
  repairRoutes(app, deps);
}

function detailOf(ctx: Ctx, id: string) {
  return ctx.db(async (trx) => {
    const found = await findVehicle(trx, ctx, id);
    if (!found) throw await missingVehicle(trx, ctx, id);
    const { live, clientId: _owner, ...fields } = found;
    const probes = await probesOf(trx, id);
    const silent = await silentWires(trx, id, live as unknown as LiveVehicle | null, probes);
    return {
      ...maskedVehicle(ctx, fields),
      certificates: await certificatesOf(trx, id),
      bindings: await bindingsOf(trx, ctx, id),
      probes,
      silent: silent.map(({ kind, channel }) => ({ kind, channel })),
      live: liveOf(live, ctx.timeZone),
    };
  });
}

function historyOf(ctx: Ctx, { id, page, size }: Parsed<typeof vehicle.vehicleChangeHis>) {
  return ctx.db(async (trx) => {
    if (!(await findVehicle(trx, ctx, id))) throw notFound('车辆');
    const lines = trx
      .selectFrom('change_history')
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', entity)
      .where('entity_id', '=', id);
    const list = await lines
      .select([
        'id',
        'action',
        'user_name as userName',
        sql<Change[]>`changes`.as('changes'),
        wireTimeOf(sql<Date>`at`, ctx.timeZone).as('time'),
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { n } = await lines.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}
