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

/** The version out of a field of a message, without what a text of the database may not hold; null where it says nothing. */
export function toldVersion(field: string): string | null {
  let version = (field.split('\0', 1)[0] ?? '').replace(controls, '');
  while (filler.test(version)) version = version.slice(0, -1);
  version = version.trim().slice(0, MOST_CHARS);
  return version === '' ? null : version;
}

const set = `set fw_version = t.version, fw_told_by = t.by, fw_told_at = t.at from told t`;
const recordSql = `
  with told as (select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as t(id, version, by, at)),
  mounted as (update device d ${set} where d.id = t.id and (d.fw_version, d.fw_told_by) is distinct from (t.version, t.by))
  update portable_device p ${set} where p.terminal_id = t.id and p.deleted_at is null and (p.fw_version, p.fw_told_by) is distinct from (t.version, t.by)`;

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
