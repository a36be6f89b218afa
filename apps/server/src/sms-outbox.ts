import { createRequire } from 'node:module';
import pg from 'pg';
import { readConfig } from './config';
import { findBinaries } from './core/pg/binaries';
import { prepareFolder, socketFolder, superuser } from './core/pg/cluster';
import { findQuarters } from './core/pg/run-as';

/** `npm run outbox`: prints the newest text messages, mails and WeChat notices that the built-in senders stored instead of sending. */
const shown = 20;

/** How to connect to the running server's database: the one in DATABASE_URL, or the bundled one through its socket. */
function connectionSettings(): pg.ClientConfig {
  const { DATABASE_URL, DATA_DIR } = readConfig();
  if (DATABASE_URL) return { connectionString: DATABASE_URL };
  const { native, version } = findBinaries(createRequire(import.meta.url).resolve);
  const quarters = findQuarters(prepareFolder(DATA_DIR), native, version);
  return { host: socketFolder(quarters), user: superuser, database: 'tongda' };
}

async function showOutbox(): Promise<void> {
  const client = new pg.Client({ ...connectionSettings(), connectionTimeoutMillis: 5_000 });
  await client.connect();
  const { rows } = await client.query<{ at: string; phone: string; text: string }>(
    "select to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as at, phone, text from sms_outbox order by id desc limit $1",
    [shown],
  );
  for (const { at, phone, text } of rows) console.log(`${at}  ${phone}  ${text}`);
  if (rows.length === 0) console.log('没有短信。');
  const { rows: mails } = await client.query<{ at: string; recipient: string; subject: string }>(
    "select to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as at, recipient, subject from mail_outbox order by id desc limit $1",
    [shown],
  );
  for (const { at, recipient, subject } of mails) console.log(`${at}  ${recipient}  ${subject}`);
  if (mails.length === 0) console.log('没有邮件。');
  const { rows: notices } = await client.query<{ at: string; title: string; content: string }>(
    "select to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as at, title, content from wechat_outbox order by id desc limit $1",
    [shown],
  );
  for (const { at, title, content } of notices) console.log(`${at}  微信  ${title}  ${content}`);
  if (notices.length === 0) console.log('没有微信消息。');
  await client.end();
}

showOutbox().catch((error: Error) => {
  console.error(`无法读取发件箱，请先启动服务：${error.message}`);
  process.exit(1);
});
