import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MediaEvent } from '@tongda/protocol/jt808/messages/media/0800';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { Pool, PoolClient } from 'pg';
import type { BlobStore } from '../../core/blob/store';
import { ownerColumn, type Sender } from '../terminal/devices';
import { typeOf } from './type';

/** Whose file it is, and when it was taken (epoch ms). */
export interface FileOwner extends Sender {
  clientId: string;
  vehicleId: string | null;
  takenAt: number;
}

/** Photos, sounds and videos of terminals. Every function rejects when the database, or the store of bytes, is away. */
export interface FileStore {
  /** One was taken (0x0800), and will come. */
  noteMedia(owner: FileOwner, event: MediaEvent): Promise<void>;
  /** Stores one (0x0801); the same bytes of the same terminal are one file. */
  keepMedia(owner: FileOwner, event: MediaEvent, location: Location | null, data: Uint8Array): Promise<void>;
}

/** A file that is stored. */
export interface KeptBytes {
  key: string;
  sizeBytes: number;
  sha256: string;
  mime: string;
}

/** Stores bytes under a key of their own; a stream is hashed on its way. */
export async function keepBytes(
  blobs: BlobStore,
  clientId: string,
  source: { name: string; bytes: Uint8Array | Readable; head: Uint8Array },
): Promise<KeptBytes> {
  const key = `${clientId}/${new Date().toISOString().slice(0, 7)}/${randomUUID()}`;
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of source.bytes instanceof Readable ? source.bytes : [source.bytes]) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const { sizeBytes } = await blobs.put(key, Readable.from(hashed(), { objectMode: false }));
  return { key, sizeBytes, sha256: hash.digest('hex'), mime: typeOf(source.head, source.name) };
}

/** Writes the row of stored bytes; answers its id. */
export async function writeFileRow(
  client: PoolClient,
  clientId: string,
  kind: 'media' | 'evidence',
  name: string,
  kept: KeptBytes,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into file (client_id, kind, file_name, mime, size_bytes, sha256, blob_key) values ($1, $2, $3, $4, $5, $6, $7) returning id::text`,
    [clientId, kind, name, kept.mime, kept.sizeBytes, kept.sha256, kept.key],
  );
  const [row] = rows;
  if (!row) throw new Error('a file has no row');
  return row.id;
}

/** Runs work in a transaction of its own. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done = await work(client);
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const extensions = ['jpg', 'tif', 'mp3', 'wav', 'wmv'];
const nameOf = ({ mediaId, channel, format }: MediaEvent): string =>
  `${channel}_${mediaId}.${extensions[format] ?? 'bin'}`;

/** A file that was announced within this time belongs to the announcement; the same bytes within it are the same file, hours. */
const sameWithinH = 24;
const HEAD_BYTES = 4096;
const MOST_KIND = 4;

/** The store in PostgreSQL and the blob store. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgFileStore(pool: Pool, blobs: BlobStore): FileStore {
  const noteSql = (
    own: ReturnType<typeof ownerColumn>,
  ): string => `insert into terminal_file (client_id, ${own}, vehicle_id, media_no, name, kind, channel, event, taken_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000)
    where not exists (select from terminal_file f where f.${own} = $2 and f.media_no = $4 and f.request_id is null
      and f.created_at > now() - make_interval(hours => ${sameWithinH}) and f.channel = $7 and f.event = $8)`;
  const valuesOf = (owner: FileOwner, event: MediaEvent): unknown[] => [
    owner.clientId,
    owner.portableId ?? owner.deviceId,
    owner.vehicleId,
    event.mediaId,
    nameOf(event),
    Math.min(event.kind, MOST_KIND),
    event.channel,
    event.event,
    owner.takenAt,
  ];
  return {
    async noteMedia(owner, event) {
      await pool.query(noteSql(ownerColumn(owner)), valuesOf(owner, event));
    },
    async keepMedia(owner, event, location, data) {
      const own = ownerColumn(owner);
      const sha256 = createHash('sha256').update(data).digest('hex');
      const { rowCount } = await pool.query(
        `select from terminal_file t join file f on f.id = t.file_id where t.${own} = $1 and t.media_no = $2 and t.request_id is null
           and f.sha256 = $3 and t.created_at > now() - make_interval(hours => ${sameWithinH})`,
        [owner.portableId ?? owner.deviceId, event.mediaId, sha256],
      );
      if (rowCount) return;
      const name = nameOf(event);
      const kept = await keepBytes(blobs, owner.clientId, { name, bytes: data, head: data.subarray(0, HEAD_BYTES) });
      try {
        await inTransaction(pool, async (client) => {
          const fileId = await writeFileRow(client, owner.clientId, 'media', name, kept);
          const { rows } = await client.query<{ id: string }>(
            `select id::text from terminal_file where ${own} = $1 and media_no = $2 and request_id is null and file_id is null
               and created_at > now() - make_interval(hours => ${sameWithinH}) order by id desc limit 1 for update`,
            [owner.portableId ?? owner.deviceId, event.mediaId],
          );
          const announced = rows[0]?.id ?? null;
          const place = [location?.lng ?? null, location?.lat ?? null, kept.sizeBytes, fileId];
          if (announced === null)
            await client.query(
              `insert into terminal_file (client_id, ${own}, vehicle_id, media_no, name, kind, channel, event, taken_at, lng, lat, bytes, file_id)
               values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000), $10, $11, $12, $13)`,
              [...valuesOf(owner, event), ...place],
            );
          else
            await client.query(
              `update terminal_file set taken_at = case when $7 then to_timestamp($2::float8 / 1000) else taken_at end,
                 vehicle_id = coalesce($8, vehicle_id), lng = $3, lat = $4, bytes = $5, file_id = $6 where id = $1`,
              [announced, owner.takenAt, ...place, location !== null, owner.vehicleId],
            );
        });
      } catch (error) {
        await blobs.remove(kept.key);
        throw error;
      }
    },
  };
}
