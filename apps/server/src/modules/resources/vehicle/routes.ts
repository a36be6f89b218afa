import { vehiclePaper } from '@tongda/contract/resources/enums';
import * as vehicle from '@tongda/contract/resources/vehicle/calls';
import { vehicleDrugCheck, vehiclePaperMatch } from '@tongda/contract/resources/vehicle/checks';
import { vehicleColumns } from '@tongda/contract/resources/vehicle/columns';
import { vehicleDays, vehicleViewers } from '@tongda/contract/resources/vehicle/figures';
import { probeCopy, probeGet, probeHistory, probeSave } from '@tongda/contract/resources/vehicle/probe';
import { vehicleQrcode, vehicleQrcodeRenew } from '@tongda/contract/resources/vehicle/qrcode';
import { tankCopy, tankGet, tankHistory, tankSave } from '@tongda/contract/resources/vehicle/tank';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import { scopeName, visibleVehicleRows } from '../../base/org/door';
import { vehicleImportDefinition } from './import/definition';
import { countByTab, explainMissing, findVehicle, vehicleRows } from './list/repo';
import { loadVehicleTree } from './list/tree';
import { loadCertificates } from './paper/certificates';
import { listVehicleFiles } from './paper/files';
import { matchPapers } from './paper/match';
import { checkDrugVehicles } from './probe/drug-check';
import { liveOf } from './probe/readings';
import { copyProbes, listProbeVersions, loadProbeSetting, saveProbes } from './probe/service';
import { findSilentWires } from './probe/silent';
import { loadProbes } from './probe/wires';
import { maskVehicle } from './record/mask';
import { loadQrcode, renewQrcode } from './record/qrcode';
import {
  addVehicle,
  deleteVehicles,
  entity,
  requireOwnVehicle,
  setVehicleStatus,
  updateVehicle,
  updateVehicles,
} from './record/service';
import { loadVehicleDays, loadViewers } from './record/viewers';
import { vehicleRegister } from './record/write';
import { repairRoutes } from './repair/routes';
import { copyTanks, listTankVersions, loadTanks, saveTank } from './tank/service';
import { bindDevice, listBindings, unbindDevice } from './terminal/binding';
import { listPeriods } from './terminal/periods';

knownPhones.add({ table: 'vehicle', phone: sql.ref('t.contact_phone') });

const bindRegister = serveRegister({
  of: vehicle.vehicleRegister,
  entity,
  module: '车辆管理',
  columns: vehicleColumns,
  cells: {
    probeCount: (row) => (row.probeCount > 0 ? `已配${row.probeCount}` : '未配'),
    otherPaperDate: (row) => (row.otherPaper ? `${vehiclePaper.label(row.otherPaper)} ${row.otherPaperDate}` : ''),
  },
  rows: vehicleRows,
  sameFor: scopeName,
  hide: maskVehicle,
  add: addVehicle,
  update: updateVehicle,
  del: (ctx, { ids }) => deleteVehicles(ctx, ids),
  imports: vehicleImportDefinition,
});

/** Routes of 车辆管理: the register of vehicles with papers, terminals, probes, codes and repair orders. */
export function vehicleRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps): void {
  paperRoutes(app, deps, {
    calls: vehicle.vehiclePapers,
    entity,
    see: async (trx, ctx, id) => {
      if (!(await findVehicle(trx, ctx, id))) throw notFound('车辆');
    },
    change: requireOwnVehicle,
  });
  bindRegister(app, deps);
  route(app, vehicle.vehicleCounts, (ctx, q) => ctx.db((trx) => countByTab(trx, ctx, q)));
  route(app, vehicle.vehicleDetail, (ctx, { id }) => loadVehicleDetail(ctx, id));
  route(app, vehicle.vehicleSetStatus, (ctx, input) => setVehicleStatus(ctx, input));
  route(app, vehicle.vehicleBatchUpdate, (ctx, input) => updateVehicles(ctx, input));
  route(app, vehicle.vehicleBindDevice, (ctx, input) =>
    ctx.db(async (trx) => {
      await requireOwnVehicle(trx, ctx, input.vehicleId);
      await bindDevice(trx, ctx, input);
      return null;
    }),
  );
  route(app, vehicle.vehicleUnbindDevice, (ctx, { vehicleId, time }) =>
    ctx.db(async (trx) => {
      await requireOwnVehicle(trx, ctx, vehicleId);
      await unbindDevice(trx, ctx, vehicleId, time);
      return null;
    }),
  );
  route(app, vehicleTree, (ctx, q) => loadVehicleTree(ctx, q), { sameFor: scopeName });
  serveRecycle(app, {
    calls: vehicle.vehicleRegister.recycle,
    of: vehicleRegister,
    name: sql`t.plate_no`,
    detail: sql`concat_ws(' · ', nullif(t.remark_no, ''), (select f.name from fleet f where f.id = t.fleet_id), (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => visibleVehicleRows(ctx, 't', 'edit', false),
    refs: {
      org_id: 'org',
      fleet_id: 'fleet',
      carrier_id: 'carrier',
      driver_id: 'driver',
      co_driver_id: 'driver',
      escort_id: 'driver',
    },
  });
  route(app, vehiclePaperMatch, (ctx, input) => matchPapers(ctx, input));
  route(app, vehicleDrugCheck, (ctx) => checkDrugVehicles(ctx));
  route(app, vehicle.vehicleFiles, (ctx, { id }) => listVehicleFiles(ctx, deps.secrets, id));
  route(app, vehicle.vehiclePeriods, (ctx, { id }) => listPeriods(ctx, id));
  route(app, vehicleQrcode, (ctx, { id }) => loadQrcode(ctx, deps.secrets, id));
  route(app, vehicleQrcodeRenew, (ctx, input) => renewQrcode(ctx, deps.secrets, input));
  route(app, vehicleDays, (ctx, { id, days }) => loadVehicleDays(ctx, id, days));
  route(app, vehicleViewers, (ctx, { id }) => loadViewers(ctx, id));
  route(app, probeHistory, (ctx, { vehicleId }) => listProbeVersions(ctx, vehicleId));
  route(app, probeGet, (ctx, { vehicleId }) => loadProbeSetting(ctx, vehicleId));
  route(app, probeCopy, (ctx, input) => copyProbes(ctx, input));
  route(app, tankGet, (ctx, { vehicleId }) => loadTanks(ctx, vehicleId));
  route(app, tankSave, (ctx, input) => saveTank(ctx, input));
  route(app, tankHistory, (ctx, { vehicleId }) => listTankVersions(ctx, vehicleId));
  route(app, tankCopy, (ctx, input) => copyTanks(ctx, input));
  route(app, probeSave, (ctx, input) => saveProbes(ctx, input));
  repairRoutes(app, deps);
}

function loadVehicleDetail(ctx: Ctx, id: string) {
  return ctx.db(async (trx) => {
    const found = await findVehicle(trx, ctx, id);
    if (!found) throw await explainMissing(trx, ctx, id);
    const { live, clientId: _owner, ...fields } = found;
    const probes = await loadProbes(trx, id);
    const silent = await findSilentWires(trx, id, live, probes);
    return {
      ...maskVehicle(ctx, fields),
      certificates: await loadCertificates(trx, id),
      bindings: await listBindings(trx, ctx, id),
      probes,
      silent: silent.map(({ kind, channel }) => ({ kind, channel })),
      live: liveOf(live, ctx.timeZone),
    };
  });
}
