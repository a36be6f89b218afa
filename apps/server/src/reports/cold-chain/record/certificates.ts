import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

interface Certificate {
  sn: string | null;
  certNo: string | null;
  certEnd: string | null;
}

/** Serial number and calibration certificate of each probe as they were at a moment, by `tem1`, `hum2` … */
export async function loadCertificates(
  db: Kysely<DB>,
  vehicleId: string,
  at: number,
): Promise<Map<string, Certificate>> {
  const { rows } = await sql<Certificate & { key: string }>`with kept as (
      select p.kind || p.channel as key, p.sn, p."certNo", p."certEnd"
      from probe_version x, jsonb_to_recordset(x.probes) p(kind text, channel int, sn text, "certNo" text, "certEnd" text)
      where x.vehicle_id = ${vehicleId} and x.during @> ${new Date(at)}::timestamptz)
    select * from kept union all select kind || channel, sn, cert_no, cert_end::text from probe where vehicle_id = ${vehicleId} and not exists (select from kept)`.execute(
    db,
  );
  return new Map(rows.map(({ key, ...paper }) => [key, paper]));
}
