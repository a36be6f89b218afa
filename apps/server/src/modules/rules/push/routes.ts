import * as push from '@tongda/contract/rules/push/calls';
import * as log from '@tongda/contract/rules/push/send-log';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import { sendLogFile } from './log/export';
import { countByResult, listSends } from './log/repo';
import { resendFailed } from './log/resend';
import type { DeliverDeps } from './send/deliver';
import { listChoices } from './setting/choices';
import { addSetting, deleteSettings, switchSettings, updateSetting } from './setting/edit';
import { addEndpoint, deleteEndpoint, listEndpoints, updateEndpoint } from './setting/endpoints';
import { countSettings, findSetting, listSettings } from './setting/repo';
import { testEndpoint, testSetting } from './setting/test-send';

import './alarm-trace';

export interface PushRouteDeps {
  exports: ExportDeps;
  deliver: DeliverDeps;
  /** hosts in private networks that may be called */
  privateHosts: readonly string[];
}

/** Push settings, robots and the send log. */
export function pushRoutes(app: FastifyInstance, { exports, deliver, privateHosts }: PushRouteDeps): void {
  settingRoutes(app, deliver);
  route(app, push.endpointList, (ctx) => ctx.db((trx) => listEndpoints(trx, ctx)));
  route(app, push.endpointAdd, (ctx, input) => addEndpoint(ctx, input, privateHosts));
  route(app, push.endpointUpdate, (ctx, input) => updateEndpoint(ctx, input, privateHosts));
  route(app, push.endpointDel, (ctx, { id }) => deleteEndpoint(ctx, id));
  route(app, push.endpointTest, (ctx, { id }) => testEndpoint(deliver, ctx, id));

  route(app, log.sendLogPage, (ctx, q) =>
    ctx.db(async (trx) => {
      const counts = await countByResult(trx, ctx, q);
      const sum = Object.values(counts).reduce((a, b) => a + b, 0);
      return {
        list: await listSends(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
        total: q.status === undefined ? sum : (counts[String(q.status)] ?? 0),
        page: q.page,
        size: q.size,
        counts,
      };
    }),
  );
  route(app, log.sendLogResend, (ctx, { ids }) => resendFailed(ctx, ids));
  route(app, log.sendLogExport, (ctx, input) => enqueueExport(exports, ctx, sendLogFile, input));
}

function settingRoutes(app: FastifyInstance, deliver: DeliverDeps): void {
  route(app, push.pushPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listSettings(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countSettings(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, push.pushDetail, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findSetting(trx, ctx, id), '推送设置')),
  );
  route(app, push.pushAdd, (ctx, input) => addSetting(ctx, input));
  route(app, push.pushUpdate, (ctx, input) => updateSetting(ctx, input));
  route(app, push.pushDel, (ctx, { ids }) => deleteSettings(ctx, ids));
  route(app, push.pushSwitch, (ctx, input) => switchSettings(ctx, input));
  route(app, push.pushTest, (ctx, { id }) => testSetting(deliver, ctx, id));
  route(app, push.pushChoices, (ctx) => ctx.db((trx) => listChoices(trx, ctx, realOf(deliver))));
  route(app, push.pushChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      requireRow(await findSetting(trx, ctx, q.id), '推送设置');
      return historyPage(trx, ctx, 'push_setting', q);
    }),
  );
}

/** Which channels have a gateway; messages of the others are only kept in the outbox. */
const realOf = ({ sms, mail, wechat }: DeliverDeps) => ({
  realSms: sms.real,
  realMail: mail.real,
  realWechat: wechat.real,
});
