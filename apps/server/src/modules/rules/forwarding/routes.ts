import * as forwarding from '@tongda/contract/rules/forwarding/calls';
import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { deleteTargets, switchTargets, targetRegister, targetWrites } from './target/edit';
import { listFails, resendFails } from './target/fail-log';
import { findTarget, targetRows, toDetail } from './target/repo';
import { testTarget } from './target/test-link';
import type { ForwardDeps } from './work/worker';

const { noun, entity } = targetRegister;
const bindRegister = serveRegister({
  of: {
    noun,
    unit: '项',
    filters: forwarding.forwardFilters.table,
    page: forwarding.forwardPage,
    del: forwarding.forwardDel,
    changeHis: forwarding.forwardChangeHis,
  },
  entity,
  module: noun,
  columns: forwarding.forwardColumns,
  rows: targetRows,
  detail: {
    call: forwarding.forwardDetail,
    read: async (trx, ctx, id) => {
      const found = await findTarget(trx, ctx, id);
      return found && toDetail(found);
    },
  },
  del: (ctx, { ids }) => deleteTargets(ctx, ids),
});

export interface ForwardRouteDeps {
  exports: ExportDeps;
  forward: ForwardDeps;
  /** hosts in private networks that may be called */
  privateHosts: readonly string[];
}

/** Targets of 数据转发, their start, test and what was given up. */
export function forwardingRoutes(app: FastifyInstance, { exports, forward, privateHosts }: ForwardRouteDeps): void {
  bindRegister(app, exports);
  route(app, forwarding.forwardAdd, (ctx, input) => targetWrites.add(ctx, { ...input, privateHosts }));
  route(app, forwarding.forwardUpdate, (ctx, input) => targetWrites.update(ctx, { ...input, privateHosts }));
  route(app, forwarding.forwardSwitch, switchTargets);
  route(app, forwarding.forwardTest, (ctx, { id }) => testTarget(forward, ctx, id));
  route(app, forwarding.forwardFailLog, listFails);
  route(app, forwarding.forwardResend, resendFails);
}
