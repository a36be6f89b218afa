import { hasDottedVersion } from '@tongda/contract/watch/command/edition-enums';
import type { Pool } from 'pg';

/** What a terminal said of its firmware, and with which message: 0x0102 of 2019, or 0x0107. */
export interface FirmwareTold {
  version: string;
  by: 'auth' | 'properties';
  /** epoch ms */
  at: number;
}

/** The register's field is so long. */
const MOST_CHARS = 30;
/** Fields are filled up with zeros, spaces or FF; behind the first zero is nothing that was meant. */
const filler = /[\s\ufffd\u00ff]$/u;
const controls = /\p{Cc}/gu;

/** The version out of a field of a message, without what a text of the database may not hold; null where it says nothing that can be compared. */
export function toldVersion(field: string): string | null {
  let version = (field.split('\0', 1)[0] ?? '').replace(controls, '');
  while (filler.test(version)) version = version.slice(0, -1);
  version = version.trim().slice(0, MOST_CHARS);
  return hasDottedVersion(version) ? version : null;
}

/** Which of two sayings of one terminal counts: what it answers of its firmware before what it logs in with, else the later one. */
export const strongerTold = (before: FirmwareTold | undefined, told: FirmwareTold): FirmwareTold =>
  before?.by === 'properties' && told.by === 'auth' ? before : told;

const set = `set fw_version = t.version, fw_told_by = t.by, fw_told_at = t.at from told t`;
/** The software of 0x0102 may be another thing than the firmware of 0x0107. */
const isNewOf = (x: string): string =>
  `(${x}.fw_version, ${x}.fw_told_by) is distinct from (t.version, t.by) and (t.by = 'properties' or ${x}.fw_told_by is distinct from 'properties')`;
const recordSql = `
  with told as (select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as t(id, version, by, at)),
  mounted as (update device d ${set} where d.id = t.id and ${isNewOf('d')})
  update portable_device p ${set} where p.terminal_id = t.id and p.deleted_at is null and ${isNewOf('p')}`;

/** Stores what terminals said of their firmware, by device id, where it is new. */
export async function recordFirmware(pool: Pool, told: ReadonlyMap<string, FirmwareTold>): Promise<void> {
  const all = [...told.values()];
  await pool.query(recordSql, [
    [...told.keys()],
    all.map(({ version }) => version),
    all.map(({ by }) => by),
    all.map(({ at }) => new Date(at)),
  ]);
}
