import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { AppError } from '../http/errors';
import type { App } from '../run/app';

/** One text message. `code` is there when it carries one, for providers that send by template. */
export interface SmsMessage {
  phone: string;
  /** login, reset, bind, security, alarm … */
  purpose: string;
  text: string;
  code?: string;
  /** the same when it is sent again after a crash: a gateway that looks at it sends once */
  id?: string;
}

/** Sends text messages; rejects with a sentence for the user when the message surely did not leave. Texts and codes are never logged. */
export interface SmsSender {
  /** false: messages are kept here instead of being sent */
  readonly real: boolean;
  send(message: SmsMessage): Promise<void>;
}

/** The sender of the settings: a gateway of one's own where SMS_URL names one, otherwise the outbox. */
export const smsOf = ({ config, database }: Pick<App, 'config' | 'database'>): SmsSender =>
  config.SMS_URL ? webhookSms(config.SMS_URL, config.SMS_TOKEN) : outboxSms(database.systemDb);

const keptDays = 7;
const timeoutMs = 10_000;
/** Envelope code of a failure that the caller cannot help. */
const failed = (): AppError => new AppError(5000, '短信发送失败，请稍后重试');

/** Built in: messages are kept in `sms_outbox` for a week (docs/running.md says how to look at them), so that everything works without a provider. */
function outboxSms(db: Kysely<DB>): SmsSender {
  return {
    real: false,
    send: async ({ phone, purpose, text }) => {
      await db.insertInto('sms_outbox').values({ phone, purpose, text }).execute();
      await db
        .deleteFrom('sms_outbox')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
    },
  };
}

/** Posts every message as JSON `{phone, purpose, text, code}` to a gateway of one's own, with the token as Bearer; any 2xx means accepted. */
function webhookSms(url: string, token: string): SmsSender {
  return {
    real: true,
    send: async (message) => {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!answer.ok) throw failed();
      } catch {
        throw failed();
      }
    },
  };
}
