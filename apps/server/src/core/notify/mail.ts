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

/** Whether mails may go to this server without TLS: it is on this machine, or the setting says so (`smtp://host?requireTLS=false`). */
const mayBePlain = ({ hostname, searchParams }: URL): boolean =>
  searchParams.get('requireTLS') === 'false' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** `smtps://user:password@host:465`, or `smtp://host:587` with STARTTLS: a server that does not offer it gets neither mails nor the password. */
export function smtpMail(url: string, from: string): MailSender {
  const server = new URL(url);
  if (!mayBePlain(server)) server.searchParams.set('requireTLS', 'true');
  const transport = createTransport(server.href, { from });
  const { hostname } = server;
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
