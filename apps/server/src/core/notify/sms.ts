import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../generated/db-types';
import { AppError } from '../http/errors';
import type { App } from '../run/app';

/** One text message; `code` is the verification code in it, for providers that send by template. */
export interface SmsMessage {
  phone: string;
  /** login, reset, bind, security, alarm … */
  purpose: string;
  text: string;
  code?: string;
  /** stays the same when it is sent again after a crash, so that a gateway that looks at it sends it once */
  id?: string;
}

/** Sends text messages; rejects with a sentence for the user only when the message was certainly not sent. Texts and codes are never logged. */
export interface SmsSender {
  /** false: messages are stored instead of being sent */
  readonly real: boolean;
  send(message: SmsMessage): Promise<void>;
}

/** The sender of the settings: the operator's gateway in SMS_URL, else the outbox. */
export const smsOf = ({ config, database }: Pick<App, 'config' | 'database'>): SmsSender =>
  config.SMS_URL ? webhookSms(config.SMS_URL, config.SMS_TOKEN) : outboxSms(database.systemDb);

const keptDays = 7;
const timeoutMs = 10_000;
/** The error of a failure that the caller cannot do anything about. */
const sendingFailed = (): AppError => new AppError(5000, '短信发送失败，请稍后重试');

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

/** Posts every message as JSON `{phone, purpose, text, code}` to the operator's gateway, with the token as Bearer; any 2xx means accepted. */
function webhookSms(url: string, token: string): SmsSender {
  return {
    real: true,
    send: async (message) => {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!answer.ok) throw sendingFailed();
      } catch {
        throw sendingFailed();
      }
    },
  };
}
