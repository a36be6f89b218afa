import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder under the system's temporary one that the unprivileged user may enter: PostgreSQL stays inside it even when tests run as root. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tongda-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
