import { type Kysely, sql } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import type { DB } from '../../../core/generated/db-types';
import { keepSince } from '../../../core/telemetry/keeping';

/** Rows that are deleted together, and objects of the blob store that are removed at the same time. */
const atOnce = 500;
const removing = 8;

interface OldFile {
  id: string;
  /** of the file and, where it is a raw film, of the one that plays */
  fileIds: string[];
  keys: string[];
}

/**
 * Deletes photos, sounds, videos and evidence of terminals that are older than their company keeps positions, bytes before rows: a run that breaks off is completed by
 * the next one. Then requests of evidence of that time. `now` is epoch ms. Answers how many files.
 */
export async function deleteOldFiles(db: Kysely<DB>, blobs: BlobStore, now: number): Promise<number> {
  const companies = await db.selectFrom('client').select(['id', 'position_keep_months as months']).execute();
  let deleted = 0;
  for (const { id, months } of companies) {
    const before = new Date(keepSince(months, now));
    for (let some = await listOld(db, id, before); some.length > 0; some = await listOld(db, id, before)) {
      await removeAll(
        blobs,
        some.flatMap(({ keys }) => keys),
      );
      await deleteRows(db, some);
      deleted += some.length;
    }
    await sql`delete from evidence_request r where r.client_id = ${id} and r.alarm_at < ${before}
      and not exists (select from terminal_file t where t.request_id = r.id)`.execute(db);
  }
  return deleted;
}

async function listOld(db: Kysely<DB>, clientId: string, before: Date): Promise<OldFile[]> {
  const { rows } =
    await sql<OldFile>`select t.id::text, array_remove(array_agg(f.id::text), null) as "fileIds", array_remove(array_agg(f.blob_key), null) as keys
    from terminal_file t left join file f on f.id in (t.file_id, t.film_id)
    where t.client_id = ${clientId} and t.taken_at < ${before} group by t.id order by t.taken_at limit ${atOnce}`.execute(
      db,
    );
  return rows;
}

async function removeAll(blobs: BlobStore, keys: string[]): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) await blobs.remove(key);
  };
  await Promise.all(Array.from({ length: removing }, worker));
}

async function deleteRows(db: Kysely<DB>, files: readonly OldFile[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`delete from terminal_file where id = any(${files.map(({ id }) => id)}::bigint[])`.execute(trx);
    await sql`delete from file where id = any(${files.flatMap(({ fileIds }) => fileIds)}::bigint[])`.execute(trx);
  });
}
