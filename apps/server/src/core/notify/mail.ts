import { type Kysely, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { DB } from '../generated/db-types';
import type { App } from '../run/app';

/** One mail. `id` stays the same when it is sent again after a crash, so that mail systems show it once. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends mails; rejects only when a mail was certainly not sent. Texts are never logged. */
export interface MailSender {
  /** false: mails are stored instead of being sent */
  readonly real: boolean;
  send(mail: Mail): Promise<void>;
}

/** The mail sender of the settings: the server in SMTP_URL, else the outbox. */
export const mailOf = ({ config, database }: Pick<App, 'config' | 'database'>): MailSender =>
  config.SMTP_URL ? smtpMail(config.SMTP_URL, config.MAIL_FROM) : outboxMail(database.systemDb);

const timeoutMs = 15_000;
const keptDays = 7;

/** `smtps://user:password@host:465` or `smtp://host:587` (STARTTLS when offered). */
function smtpMail(url: string, from: string): MailSender {
  const transport = createTransport(url, { from });
  const { hostname } = new URL(url);
  return {
    real: true,
    send: async ({ id, to, subject, text }) => {
      const signal = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('timeout')), timeoutMs).unref());
      await Promise.race([transport.sendMail({ from, to, subject, text, messageId: `<${id}@${hostname}>` }), signal]);
    },
  };
}

/** Built in: mails are kept in `mail_outbox` for a week, so that everything works without a mail server. */
function outboxMail(db: Kysely<DB>): MailSender {
  return {
    real: false,
    send: async ({ id, to, subject, text }) => {
      await db
        .insertInto('mail_outbox')
        .values({ message_id: id, recipient: to, subject, text })
        .onConflict((c) => c.column('message_id').doNothing())
        .execute();
      await db
        .deleteFrom('mail_outbox')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
    },
  };
}
