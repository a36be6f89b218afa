import * as contract from '@tongda/contract/resources/item-profile/calls';
import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { listEditions, listNames, loadProfile, pageUses, profileRows } from './repo';
import { addProfile, deleteProfile, tryProfile, updateProfile } from './service';

const bindRegister = serveRegister({
  of: {
    noun: '扩展数据',
    unit: '个',
    filters: contract.itemProfileFilters.table,
    page: contract.itemProfilePage,
    add: contract.itemProfileAdd,
    update: contract.itemProfileUpdate,
    del: contract.itemProfileDel,
    changeHis: contract.itemProfileChangeHis,
  },
  entity: 'itemProfile',
  module: '扩展数据解析',
  columns: contract.itemProfileColumns,
  rows: profileRows,
  add: addProfile,
  update: updateProfile,
  del: deleteProfile,
});

/** 扩展数据解析: what the items of makers mean, kept by staff; companies read the names. */
export function itemProfileRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  route(app, contract.itemProfileEditions, (ctx, { id }) =>
    ctx.db(async (trx) => {
      await loadProfile(trx, ctx, id);
      return listEditions(trx, ctx, id);
    }),
  );
  route(app, contract.itemProfileUses, (ctx, { id, page, size }) =>
    ctx.db(async (trx) => {
      const { code } = await loadProfile(trx, ctx, id);
      return { ...(await pageUses(trx, code, { page, size })), page, size };
    }),
  );
  route(app, contract.itemProfileTry, tryProfile);
  route(app, contract.itemProfileOptions, (ctx) => ctx.db(listNames));
}
