import * as driver from '@tongda/contract/resources/driver/calls';
import * as figures from '@tongda/contract/resources/driver/figures';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { serveDuplicates } from '../../../core/record/duplicates';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { likePattern, optionLimit } from '../../../core/record/options';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import type { AccountDeps } from '../../base/identity/door';
import { orgOrNone } from '../../base/org/door';
import { inviteDriver, setDriverAccount } from './account';
import { listDriverTrips, listDriverWaybills, loadDriverFigures } from './figures';
import { driverImportDefinition } from './import';
import { countByTab, driverRows, findDriver, fromDrivers } from './repo';
import {
  bindVehicles,
  deleteDrivers,
  driverRegister,
  driverWrites,
  loadDriverDetail,
  setDriverStatus,
} from './service';

knownPhones.add({ table: 'driver', phone: sql.ref('t.phone') });

const bindRegister = serveRegister({
  of: driver.driverRegister,
  entity: 'driver',
  module: '司机管理',
  columns: driver.driverColumns,
  rows: driverRows,
  add: driverWrites.add,
  update: driverWrites.update,
  del: (ctx, { ids }) => deleteDrivers(ctx, ids),
  imports: driverImportDefinition,
});

/** Routes of the register of drivers. */
export function driverRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps, accounts: AccountDeps): void {
  route(app, figures.driverFigures, (ctx, { id }) => loadDriverFigures(ctx, id));
  route(app, figures.driverTrips, (ctx, q) => listDriverTrips(ctx, q));
  route(app, figures.driverWaybills, (ctx, q) => listDriverWaybills(ctx, q));
  route(app, figures.driverInvite, (ctx, input) => inviteDriver(accounts, ctx, input));
  paperRoutes(app, deps, {
    calls: driver.driverPapers,
    entity: 'driver',
    see: async (trx, ctx, id) => requireRow(await findDriver(trx, ctx, id), '司机'),
    mayOpen: (ctx) => ctx.can(driver.driverSensitive),
  });
  bindRegister(app, deps);
  serveDuplicates(app, {
    call: driver.driverDuplicates,
    from: (ctx) =>
      sql`driver t where t.client_id = ${ctx.clientId} and t.deleted_at is null and ${orgOrNone(ctx, 't.org_id')}`,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.license_class, (select f.name from fleet f where f.id = t.fleet_id), (select c.name from carrier c where c.id = t.carrier_id))`,
    // phone and identity card are unique already
    same: [
      { why: '驾驶证号相同', key: sql`nullif(upper(t.license_no), '')` },
      { why: '从业资格证号相同', key: sql`nullif(upper(t.qualification_no), '')` },
      { why: 'IC卡号相同', key: sql`nullif(upper(t.ic_card_no), '')` },
      { why: '姓名相同', key: sql`t.name` },
    ],
  });
  serveRecycle(app, {
    calls: driver.driverRegister.recycle,
    of: driverRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.license_class, (select f.name from fleet f where f.id = t.fleet_id), (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', fleet_id: 'fleet', carrier_id: 'carrier' },
  });
  route(app, driver.driverCounts, (ctx, q) => ctx.db((trx) => countByTab(trx, ctx, q)));
  route(app, driver.driverDetail, (ctx, { id }) => loadDriverDetail(ctx, id));
  route(app, driver.driverSetStatus, (ctx, input) => setDriverStatus(ctx, input));
  route(app, driver.driverSetAccount, (ctx, input) => setDriverAccount(ctx, input));
  route(app, driver.driverBind, (ctx, input) => bindVehicles(ctx, input));
  route(app, driver.driverOptions, (ctx, { keyword, fleetId }) =>
    ctx.db(async (trx) => {
      let rows = fromDrivers(trx, ctx).select([
        'd.id',
        'd.name',
        sql<string>`coalesce(d.phone, '')`.as('phone'),
        sql<string>`coalesce(f.name, '')`.as('fleetName'),
      ]);
      if (fleetId) rows = rows.where('d.fleet_id', '=', fleetId);
      if (keyword) {
        const like = likePattern(keyword);
        const names = sql<IdName>`${fromDrivers(trx, ctx).select(['d.id', 'd.name'])}`;
        const initials = await byInitials(trx, wantedOf(keyword), sql`d.id`, names);
        rows = rows.where((eb) => eb.or([eb('d.name', 'ilike', like), eb('d.phone', 'ilike', like), initials]));
      }
      return rows.where('d.status', '=', 1).orderBy('d.name').orderBy('d.id').limit(optionLimit).execute();
    }),
  );
}
