import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { StartupError } from '../../src/core/pg/startup-error';

// A server in a process of its own, for tests that kill it: `pg-child.ts <data folder>`.
// Prints {pid, host, uid} when ready, then the number of every row whose commit was confirmed; a StartupError goes to stderr and ends it with 1.
try {
  const server = await startEmbeddedPg(process.argv[2] ?? '', pino({ level: 'silent' }));
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists confirmed (n int)');
  // Before anybody hears that it is ready: a signal without its handler would end it at once.
  let stopping = false;
  process.on('SIGTERM', () => {
    stopping = true;
  });
  console.log(JSON.stringify({ pid: server.pid(), host: server.connection.host, uid: process.getuid?.() }));
  for (let n = 1; !stopping; n++) {
    await client.query('insert into confirmed values ($1)', [n]);
    console.log(n);
  }
  await client.end();
  await server.stop();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
