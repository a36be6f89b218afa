import { mailOf } from '../../../../core/notify/mail';
import { makeOutbound } from '../../../../core/notify/outbound';
import { smsOf } from '../../../../core/notify/sms';
import { wechatSenderOf } from '../../../../core/notify/wechat-notice';
import type { App } from '../../../../core/run/app';
import type { DeliverDeps } from './deliver';

/** The ways out of this process: what a test of a setting and the worker send notices by. */
export function deliverDepsOf(app: App): DeliverDeps {
  const { config, database, log } = app;
  return {
    db: database.systemDb,
    log,
    now: Date.now,
    publicUrl: config.PUBLIC_URL,
    sms: smsOf(app),
    mail: mailOf(app),
    wechat: wechatSenderOf(app),
    net: makeOutbound({ privateHosts: config.PUSH_PRIVATE_HOSTS }),
  };
}
