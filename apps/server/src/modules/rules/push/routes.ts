import * as push from '@tongda/contract/rules/push/calls';
import * as log from '@tongda/contract/rules/push/send-log';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../../core/db/trx';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { sendLogFile } from './log/export';
import { countByResult, listSends } from './log/repo';
import { resendFailed } from './log/resend';
import type { DeliverDeps } from './send/deliver';
import { loadSmsUse } from './send/sms-quota';
import { listChoices } from './setting/choices';
import { deleteSettings, settingRegister, settingWrites, switchSettings } from './setting/edit';
import { deleteEndpoint, endpointWrites, listEndpoints } from './setting/endpoints';
import { countSettings, findSetting, listSettings } from './setting/repo';
import { testEndpoint, testSetting } from './setting/test-send';

import './alarm-trace';

export interface PushRouteDeps {
  exports: ExportDeps;
  deliver: DeliverDeps;
  /** hosts in private networks that may be called */
  privateHosts: readonly string[];
}

const { noun, entity } = settingRegister;
const bindRegister = serveRegister({
  of: {
    noun,
    unit: '条',
    filters: undefined,
    page: push.pushPage,
    add: push.pushAdd,
    update: push.pushUpdate,
    del: push.pushDel,
    changeHis: push.pushChangeHis,
  },
  entity,
  module: noun,
  columns: push.pushColumns,
  rows: {
    list: listSettings,
    count: countSettings,
    sees: async (trx, ctx, id) => (await findSetting(trx, ctx, id)) !== undefined,
  },
  detail: { call: push.pushDetail, read: findSetting },
  add: settingWrites.add,
  update: settingWrites.update,
  del: (ctx, { ids }) => deleteSettings(ctx, ids),
});

/** Push settings, robots and the send log. */
export function pushRoutes(app: FastifyInstance, { exports, deliver, privateHosts }: PushRouteDeps): void {
  bindRegister(app, exports);
  const smsOfMonth = (trx: Trx, ctx: Ctx) =>
    loadSmsUse(trx, ctx.clientId, { now: deliver.now(), smsQuota: deliver.smsQuota });
  route(app, push.pushSwitch, switchSettings);
  route(app, push.pushTest, (ctx, { id }) => testSetting(deliver, ctx, id));
  route(app, push.pushChoices, (ctx) =>
    ctx.db(async (trx) => {
      return listChoices(trx, ctx, { ...realOf(deliver), sms: await smsOfMonth(trx, ctx) });
    }),
  );
  route(app, push.endpointList, (ctx) => ctx.db((trx) => listEndpoints(trx, ctx)));
  route(app, push.endpointAdd, (ctx, input) => endpointWrites.add(ctx, { ...input, privateHosts }));
  route(app, push.endpointUpdate, (ctx, input) => endpointWrites.update(ctx, { ...input, privateHosts }));
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
        sms: await smsOfMonth(trx, ctx),
      };
    }),
  );
  route(app, log.sendLogResend, (ctx, { ids }) => resendFailed(ctx, ids));
  route(app, log.sendLogExport, (ctx, input) => enqueueExport(exports, ctx, sendLogFile, input));
}

/** Which channels have a gateway; messages of the others are only kept in the outbox, and calls are not made. */
const realOf = ({ sms, mail, wechat, voice }: DeliverDeps) => ({
  realSms: sms.real,
  realMail: mail.real,
  realWechat: wechat.real,
  realVoice: voice.real,
});
