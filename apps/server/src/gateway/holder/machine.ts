import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where this process runs. Two processes see each other's numbers (pid) only when this is the same for both: containers of one host name have numbers of
 * their own, so on Linux it names the start of the machine and the space of numbers as well. Elsewhere it is the host name alone.
 */
export const thisMachine = (): string =>
  [
    hostname(),
    told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    told(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What the system tells of itself; '' where it does not. */
function told(ask: () => string): string {
  try {
    return ask();
  } catch {
    return '';
  }
}
