import type { Logger } from 'pino';
import { errorCode } from '../run/error-code';

/** PostgreSQL ends, has crashed, or does not take connections yet; nobody listens; the connection broke. */
const awayCodes: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Whether an error only says that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  if (awayCodes.has(code)) return true;
  // a missing file is another thing than the missing socket of a PostgreSQL that does not run
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return (
    error instanceof Error &&
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/u.test(
      error.message,
    )
  );
}

/** How a loop tells what became of its work. */
export interface LoopNews {
  failed(error: unknown, facts?: Readonly<Record<string, unknown>>): void;
  worked(): void;
}

/** Tells every failure of a loop, but a database that is away only once, and once that it is back. */
export function loopNews(log: Logger, what: string): LoopNews {
  let away = false;
  return {
    failed(error, facts = {}) {
      const now = isDatabaseAway(error);
      if (!(away && now)) log.warn({ ...facts, err: error }, now ? `${what}: waits for the database` : what);
      away ||= now;
    },
    worked() {
      if (away) log.warn(`${what}: the database is back`);
      away = false;
    },
  };
}
