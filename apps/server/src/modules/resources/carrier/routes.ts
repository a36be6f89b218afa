import { carrierOptions } from '@tongda/contract/base/reference/options';
import * as account from '@tongda/contract/resources/carrier/account';
import * as carrier from '@tongda/contract/resources/carrier/calls';
import * as score from '@tongda/contract/resources/carrier/score';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { knownPhones } from '../../../core/masks/known-phones';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { likePattern, optionLimit } from '../../../core/record/options';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import type { AccountDeps } from '../../base/identity/door';
import { carrierScope } from '../../base/org/door';
import { resetPartnerPassword, setPartnerStatus } from '../../company/user/door';
import { listAccounts, openAccount } from './account';
import { carrierImportDefinition } from './import';
import { linkCarrier, loadCompanyName } from './link';
import { carrierRows, findCarrier, fromCarriers, loadLines } from './repo';
import { gradeCarrier, loadScore } from './score';
import {
  auditCarrier,
  carrierRegister,
  carrierWrites,
  deleteCarriers,
  loadCarrierDetail,
  setCarrierStatus,
} from './service';

knownPhones.add({ table: 'carrier', phone: sql.ref('t.phone') });
knownPhones.add({
  table: 'carrier',
  phone: sql`other->>'phone'`,
  // not `contact`: the carrier has a column of that name
  each: sql`jsonb_array_elements(t.contacts) other`,
});

const bindRegister = serveRegister({
  of: carrier.carrierRegister,
  entity: 'carrier',
  module: '承运商管理',
  columns: carrier.carrierColumns,
  rows: carrierRows,
  add: carrierWrites.add,
  update: carrierWrites.update,
  del: (ctx, { ids }) => deleteCarriers(ctx, ids),
  imports: carrierImportDefinition,
});

/** Routes of the register of carriers. */
export function carrierRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps, accounts: AccountDeps): void {
  accountRoutes(app, accounts);
  paperRoutes(app, deps, {
    calls: carrier.carrierPapers,
    entity: 'carrier',
    see: async (trx, ctx, id) => requireRow(await findCarrier(trx, ctx, id), '承运商'),
  });
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: carrier.carrierRegister.recycle,
    of: carrierRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' ', t.code, t.short_name)`,
    // carriers belong to no department: everybody who may delete them sees all
    see: () => sql<boolean>`true`,
  });
  route(app, carrier.carrierDetail, (ctx, { id }) => loadCarrierDetail(ctx, id));
  route(app, carrier.carrierRoutes, (ctx) =>
    ctx.db(async (trx) => (await loadLines(trx, ctx)).map(({ id, name }) => ({ id, name }))),
  );
  route(app, carrier.carrierSetStatus, (ctx, input) => setCarrierStatus(ctx, input));
  route(app, carrier.carrierAudit, (ctx, input) => auditCarrier(ctx, input));
  route(app, carrier.carrierCompany, (ctx, { code }) => loadCompanyName(ctx, code));
  route(app, carrier.carrierLink, (ctx, input) => linkCarrier(ctx, input));
  route(app, score.carrierScoreDetail, (ctx, { id }) => loadScore(ctx, id));
  route(app, score.carrierScore, (ctx, input) => gradeCarrier(ctx, input));
  route(app, carrierOptions, (ctx, { keyword }) =>
    ctx.db(async (trx) => {
      let rows = fromCarriers(trx, ctx)
        .select(['c.id', 'c.name'])
        .where('c.status', '=', enableStatus.enabled)
        .where(carrierScope(ctx, 'c'));
      if (keyword) {
        const names = sql<IdName>`${fromCarriers(trx, ctx).select(['c.id', 'c.name'])}`;
        const initials = await byInitials(trx, wantedOf(keyword), sql`c.id`, names);
        rows = rows.where((eb) => eb.or([eb('c.name', 'ilike', likePattern(keyword)), initials]));
      }
      return rows.orderBy('c.name').limit(optionLimit).execute();
    }),
  );
}

/** Routes of the accounts of a carrier: opening, disabling, and resetting the password. */
function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const whose = (of: string, userId: string) => ({ kind: 'carrier', of, userId }) as const;
  const seen = (ctx: Ctx, id: string) => ctx.db(async (trx) => requireRow(await findCarrier(trx, ctx, id), '承运商'));
  route(app, account.carrierAccounts, (ctx, { id }) => listAccounts(ctx, id));
  route(app, account.carrierAccountOpen, (ctx, input) => openAccount(deps, ctx, input));
  route(app, account.carrierAccountStatus, async (ctx, { id, userId, accountStatus }) => {
    await seen(ctx, id);
    return setPartnerStatus(deps, ctx, whose(id, userId), accountStatus);
  });
  route(app, account.carrierAccountReset, async (ctx, { id, userId }) => {
    await seen(ctx, id);
    return resetPartnerPassword(deps, ctx, whose(id, userId));
  });
}
