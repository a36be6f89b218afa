import * as share from '@tongda/contract/rules/device-share/calls';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { answerShare, nameShared, readWhole, takeInvite } from './answer';
import { cancelShares, companyOf, extendShare, inviteToShare, removeVehicle, shareRegister, shareWrites } from './edit';
import { findShare, shareRows } from './repo';
import { type ShareEvent, tellOther } from './tell';

const { noun, entity } = shareRegister;
const bindRegister = serveRegister({
  of: {
    noun,
    unit: '条',
    filters: share.shareFilters.table,
    page: share.sharePage,
    exports: share.shareExport,
    changeHis: share.shareChangeHis,
  },
  entity,
  module: noun,
  columns: share.shareColumns,
  rows: shareRows,
  detail: {
    call: share.shareDetail,
    // scopes: the form lets these codes through only
    read: async (trx, ctx, id) => {
      const found = await findShare(trx, ctx, id);
      if (!found) return undefined;
      const { targetId: _partner, ...shown } = found;
      // without the partner's id it is what the call shows
      return shown as share.ShareDetail;
    },
  },
});

/** Shares of vehicles with other companies. `db` reaches the other side, for its messages alone. */
export function deviceShareRoutes(
  app: FastifyInstance,
  { exports, db }: { exports: ExportDeps; db: Kysely<DB> },
): void {
  const told = async <T>(id: string, clientId: string, event: ShareEvent, answer: T): Promise<T> => {
    await tellOther(db, id, clientId, event);
    return answer;
  };
  bindRegister(app, exports);
  route(app, share.shareCompany, (ctx, { code }) =>
    ctx.db(async (trx) => ({ name: (await companyOf(trx, ctx, code)).name })),
  );
  route(app, share.shareAdd, async (ctx, { code, ...offer }) => {
    const company = await ctx.db((trx) => companyOf(trx, ctx, code));
    const made = await shareWrites.add(ctx, { ...offer, to: { company } });
    return told(made.id, ctx.clientId, 'offered', made);
  });
  route(app, share.shareInvite, inviteToShare);
  route(app, share.shareUpdate, async (ctx, input) =>
    told(input.id, ctx.clientId, 'changed', await shareWrites.update(ctx, input)),
  );
  route(app, share.shareExtend, async (ctx, input) =>
    told(input.id, ctx.clientId, 'changed', await extendShare(ctx, input)),
  );
  route(app, share.shareCancel, async (ctx, { ids }) => {
    const lines = await cancelShares(ctx, ids);
    for (const { id, ok } of lines) if (ok) await tellOther(db, id, ctx.clientId, 'cancelled');
    return lines;
  });
  route(app, share.shareRemoveDevice, (ctx, { id, vehicleId }) => removeVehicle(ctx, id, vehicleId));
  route(app, share.shareAcceptInvite, (ctx, { code }) => takeInvite(ctx, code));
  route(app, share.shareAccept, async (ctx, { id }) => {
    await answerShare(ctx, id, true);
    return told(id, ctx.clientId, 'accepted', null);
  });
  route(app, share.shareReject, async (ctx, { id }) => {
    await answerShare(ctx, id, false);
    return told(id, ctx.clientId, 'declined', null);
  });
  route(app, share.shareAlias, nameShared);
  route(app, share.shareOutDetail, (ctx, { id }) => readWhole(ctx, id, 'out'));
  route(app, share.shareInDetail, (ctx, { id }) => readWhole(ctx, id, 'in'));
}
