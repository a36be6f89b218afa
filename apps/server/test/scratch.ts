import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where Linux keeps files in memory. */
export const memoryRoot = '/dev/shm';
const GB = 1024 ** 3;

/** A new folder under the system's temporary one that the unprivileged user may enter: PostgreSQL stays inside it even when tests run as root. */
export function scratchFolder(name: string): string {
  return makeFolder(tmpdir(), name);
}

/**
 * As {@link scratchFolder}, but in memory when `root` has `roomGb` free and the memory that this process may use has twice that, as whoever writes there needs some as well. A database has 1,700 files: copying them takes 0.03 s of a core in memory, and
 * 0.1 to 0.8 s on a disk that others write to as well. For what is small and need not outlive the machine's next start.
 */
export function fastScratchFolder(name: string, { root = memoryRoot, roomGb = 2, groups = ownGroups() } = {}): string {
  const fits = hasRoom(root, roomGb * GB) && groups.every((group) => freeIn(group) >= 2 * roomGb * GB);
  return makeFolder(fits ? root : tmpdir(), name);
}

function makeFolder(root: string, name: string): string {
  const folder = mkdtempSync(join(root, `tongda-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Whether the folder exists and so many bytes can be written below it. Containers often have only a few MB there. */
function hasRoom(root: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize >= bytes;
  } catch {
    return false;
  }
}

/** The control groups (version 2) that this process is in, from the innermost outwards: a container's limit of memory stands in one of them. */
function ownGroups(): string[] {
  const [, own] = /^0::(.*)$/mu.exec(readOrEmpty('/proc/self/cgroup')) ?? [];
  if (own === undefined) return [];
  const groups: string[] = [];
  for (let path = own; ; path = dirname(path)) {
    groups.push(join(groupRoot, path));
    if (path === dirname(path)) return groups;
  }
}
const groupRoot = '/sys/fs/cgroup';

/** Memory that the processes of a control group may still take, bytes: what was only read from disks is given back when somebody needs it. */
function freeIn(group: string): number {
  const limit = Number.parseInt(readOrEmpty(join(group, 'memory.max')), 10);
  // `max`, or no such file
  if (Number.isNaN(limit)) return Number.POSITIVE_INFINITY;
  const stat = readOrEmpty(join(group, 'memory.stat'));
  const given = [...stat.matchAll(/^(?:in)?active_file (\d+)$/gmu)].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  return limit - Number(readOrEmpty(join(group, 'memory.current'))) + given;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
