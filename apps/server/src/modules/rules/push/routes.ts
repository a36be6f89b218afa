import * as push from '@tongda/contract/push/push';
import * as log from '@tongda/contract/push/send-log';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { historyPage } from '../../core/history';
import { route } from '../../core/route';
import { found } from '../../core/rows';
import { choicesOf } from './push.choices';
import type { DeliverDeps } from './push.deliver';
import { addSetting, deleteSettings, switchSettings, updateSetting } from './push.edit';
import { addEndpoint, deleteEndpoint, listEndpoints, updateEndpoint } from './push.endpoints';
import { countSettings, findSetting, listSettings } from './push.repo';
import { testEndpoint, testSetting } from './push.test-send';
import { sendLogFile } from './send-log.export';
import { countByResult, listSends } from './send-log.repo';
import { resend } from './send-log.resend';

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
  route(app, log.sendLogResend, (ctx, { ids }) => resend(ctx, ids));
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
    ctx.db(async (trx) => found(await findSetting(trx, ctx, id), '推送设置')),
  );
  route(app, push.pushAdd, (ctx, input) => addSetting(ctx, input));
  route(app, push.pushUpdate, (ctx, input) => updateSetting(ctx, input));
  route(app, push.pushDel, (ctx, { ids }) => deleteSettings(ctx, ids));
  route(app, push.pushSwitch, (ctx, input) => switchSettings(ctx, input));
  route(app, push.pushTest, (ctx, { id }) => testSetting(deliver, ctx, id));
  route(app, push.pushChoices, (ctx) => ctx.db((trx) => choicesOf(trx, ctx, realOf(deliver))));
  route(app, push.pushChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      found(await findSetting(trx, ctx, q.id), '推送设置');
      return historyPage(trx, ctx, 'push_setting', q);
    }),
  );
}

/** Ways that really leave; the others are kept in their outbox. */
const realOf = ({ sms, mail, wechat }: DeliverDeps) => ({
  realSms: sms.real,
  realMail: mail.real,
  realWechat: wechat.real,
});
