import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sized } from './form';

/** Fields of /proc/<pid>/stat from the parent's id on; null when the process has ended. */
function readStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(1) ?? null;
  } catch {
    return null;
  }
}
/** user and system time of the process itself, and of its children that have ended */
const ownFields = [10, 11] as const;
const endedFields = [12, 13] as const;
const secondsOf = (stat: string[] | null, fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat?.[field] ?? 0), 0) / 100;
/** CPU seconds of a process. */
export const cpuOf = (pid: number): number => secondsOf(readStat(pid), ownFields);

/** CPU seconds of all descendants of a process, those that have ended among them. */
export function cpuOfChildren(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      const stat = readStat(Number(name));
      return stat
        ? [{ id: Number(name), parent: Number(stat[0]), seconds: secondsOf(stat, [...ownFields, ...endedFields]) }]
        : [];
    });
  const below = (parent: number): number =>
    stats.filter((one) => one.parent === parent).reduce((sum, { id, seconds }) => sum + seconds + below(id), 0);
  return below(pid);
}

/**
 * Waits until a server has finished what came before: two seconds in which it and its PostgreSQL take hardly any CPU time. A job that waits for a long
 * statement takes none itself, so that PostgreSQL counts too.
 */
export async function waitUntilQuiet(pid: number): Promise<void> {
  const spent = (): number => cpuOf(pid) + cpuOfChildren(pid);
  for (let still = 0; still < sized(2, 0); ) {
    const before = spent();
    await pause(1_000);
    still = spent() - before < 0.12 ? still + 1 : 0;
  }
}
