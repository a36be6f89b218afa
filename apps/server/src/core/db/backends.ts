import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../run/error-code';

/** The number of PostgreSQL's process behind a connection, as it was told at its start. pg keeps it for cancelling; its types leave it out. */
export const processIdOf = (client: pg.ClientBase): number | undefined =>
  // the field is there in every version that has `cancel`
  (client as pg.ClientBase & { processID?: number }).processID;

/** How nice the processes of calls are: they get a tenth of what the others of the machine get, and all of it when these rest. */
export const niceness = 10;

/** Linux takes the niceness of a session from users without privileges once in 100 ms, whoever asks; several connections open at once. */
const againMs = 120;
const mostTries = 50;

/**
 * Lets PostgreSQL's processes behind this pool give way to the others on this machine, so that a report is stored and acknowledged between two lists and not after them. Only for
 * a PostgreSQL on this machine whose processes are ours.
 */
export function giveWay(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const pid = processIdOf(client);
    if (pid === undefined) return;
    try {
      setPriority(pid, niceness);
    } catch {
      // nothing but speed depends on it
    }
    if (process.platform === 'linux') void makeSessionNice(pid);
  });
}

/**
 * Makes the session nice that a process of PostgreSQL leads: where Linux shares out cores by sessions first, the niceness of the process alone says nothing. Tries again while Linux takes none. Answers
 * whether it was taken: not where such sessions are switched off or not ours to change.
 */
export async function makeSessionNice(
  pid: number,
  write: (path: string, text: string) => void = writeFileSync,
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      write(`/proc/${pid}/autogroup`, String(niceness));
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') return false;
      await pause(againMs, undefined, { ref: false });
    }
  }
  return false;
}
