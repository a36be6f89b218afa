import { mailOf } from '../../../../core/notify/mail';
import { makeOutbound } from '../../../../core/notify/outbound';
import { smsOf } from '../../../../core/notify/sms';
import { voiceOf } from '../../../../core/notify/voice';
import { wechatSenderOf } from '../../../../core/notify/wechat-notice';
import type { App } from '../../../../core/run/app';
import type { DeliverDeps } from './deliver';

/** The gateways of this process, by which the worker and the test of a setting send notices. */
export function deliverDepsOf(app: App): DeliverDeps {
  const { config, database, log } = app;
  return {
    db: database.systemDb,
    log,
    now: Date.now,
    publicUrl: config.PUBLIC_URL,
    sms: smsOf(app),
    smsQuota: config.SMS_MONTHLY_QUOTA,
    voice: voiceOf(app),
    mail: mailOf(app),
    wechat: wechatSenderOf(app),
    net: makeOutbound({ privateHosts: config.PUSH_PRIVATE_HOSTS }),
  };
}
