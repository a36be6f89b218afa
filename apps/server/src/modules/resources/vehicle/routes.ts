import type { Parsed } from '@tongda/contract/core/endpoint';
import type { LiveVehicle } from '@tongda/contract/core/live';
import * as vehicle from '@tongda/contract/resources/vehicle/calls';
import { vehicleDrugCheck, vehiclePaperMatch } from '@tongda/contract/resources/vehicle/checks';
import { vehicleDays, vehicleViewers } from '@tongda/contract/resources/vehicle/figures';
import { probeCopy, probeGet, probeHistory, probeSave } from '@tongda/contract/resources/vehicle/probe';
import { vehicleQrcode, vehicleQrcodeRenew } from '@tongda/contract/resources/vehicle/qrcode';
import { vehicleRecyclePage, vehicleRestore } from '@tongda/contract/resources/vehicle/recycle';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { bindImportRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import type { Change } from '../../../core/record/audit';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import { vehicleImportDefinition } from './import/definition';
import { vehicleFile } from './list/export';
import { countByTab, findVehicle, missingVehicle, pageOfVehicles } from './list/repo';
import { vehicleTreeOf } from './list/tree';
import { certificatesOf } from './paper/certificates';
import { filesOf } from './paper/files';
import { matchPapers } from './paper/match';
import { drugCheck } from './probe/drug-check';
import { liveOf } from './probe/readings';
import { copyProbes, getProbes, probeVersions, saveProbes } from './probe/service';
import { silentWires } from './probe/silent';
import { probesOf } from './probe/wires';
import { maskedVehicle } from './record/mask';
import { qrcodeOf, renewQrcode } from './record/qrcode';
import { recyclePage, restoreVehicle } from './record/recycle';
import {
  addVehicle,
  batchUpdate,
  deleteVehicles,
  entity,
  ownVehicle,
  setStatus,
  updateVehicle,
} from './record/service';
import { daysOf, viewersOf } from './record/viewers';
import { repairRoutes } from './repair/routes';
import { bindDevice, bindingsOf, unbindDevice } from './terminal/binding';
import { periodsOf } from './terminal/periods';

knownPhones.add({ table: 'vehicle', phone: sql.ref('t.contact_phone') });

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
  bindImportRoutes(app, vehicleImportDefinition);
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
        wireTimeSql(sql<Date>`at`, ctx.timeZone).as('time'),
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
