import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { BlobStore } from '../../core/blob/store';
import { inTransaction, type KeptBytes, keepBytes, writeFileRow } from '../files/store';
import { fileKind, looksLikeRawFilm } from '../files/type';
import { fewAtOnce } from '../films/few-at-once';
import { filmOf } from '../films/film';
import type { Source } from '../films/units';
import { addTraffic } from '../terminal/traffic';
import { type Ranges, rangesOf, rangesText } from './ranges';

/** An alarm whose evidence a terminal has announced. */
export interface Announced {
  deviceId: string;
  clientId: string;
  vehicleId: string | null;
  /** hex of the terminal's name of the alarm */
  identifier: string;
  /** epoch ms */
  at: number;
  files: number;
}

/** Evidence that has to be asked for. */
export interface DueEvidence {
  id: string;
  deviceId: string;
  identifier: string;
  asked: number;
}

/** A request that a terminal answers. */
export interface Request {
  id: string;
  clientId: string;
}

/** A file of a request. */
export interface EvidenceFile {
  id: string;
  name: string;
  /** as the terminal says */
  bytes: number;
  received: Ranges;
  done: boolean;
}

/** Requests and files of evidence in the database. Every function rejects while it is away. */
export interface EvidenceStore {
  announce(alarms: readonly Announced[]): Promise<void>;
  due(): Promise<DueEvidence[]>;
  /** It was asked for; again `waitS` from now. Null: the terminal cannot, and is not asked again. */
  noteAsked(id: string, waitS: number | null): Promise<void>;
  /** The request with this number of a terminal; else the one of this alarm; null: nobody asked. It is not asked for again while files come. */
  find(deviceId: string, alarmNo: string, identifier: string): Promise<Request | null>;
  /** Lists a file of a request, or finds it. */
  list(request: Request, file: { name: string; bytes: number; kind: number | null }): Promise<EvidenceFile>;
  noteReceived(id: string, ranges: Ranges): Promise<void>;
  /** Adds what a terminal sent to its data flow of today. */
  noteSent(deviceId: string, bytes: number): Promise<void>;
  /** Stores a whole file from its parts on disk, a raw film also as one that browsers play, and ends the request when it was the last one. */
  finish(request: Request, file: EvidenceFile, part: WholePart): Promise<void>;
}

/** A file of which all has come. */
export interface WholePart {
  read: () => Readable;
  head: Uint8Array;
  source: Source;
}

/** The first bytes of an MP4. */
const MP4_HEAD = Buffer.from('\0\0\0\x18ftyp', 'latin1');

/** Films that are made into MP4 at once; each holds some pieces of 256 KiB and the places of its units. */
const FILMS_AT_ONCE = 2;

/** Stores a raw film as an MP4; null when a file is none. */
async function keepFilm(
  blobs: BlobStore,
  clientId: string,
  name: string,
  { head, source }: WholePart,
): Promise<(KeptBytes & { name: string }) | null> {
  const film = looksLikeRawFilm(head) ? await filmOf(source) : null;
  if (!film) return null;
  const mp4 = `${name.replace(/\.[^.]{1,5}$/u, '')}.mp4`;
  const bytes = Readable.from(film.bytes(), { objectMode: false });
  return { name: mp4, ...(await keepBytes(blobs, clientId, { name: mp4, bytes, head: MP4_HEAD })) };
}

/** Evidence that did not come is asked for so often, and given up after so many days. */
const mostAsked = 5;
const givenUpDays = 3;
/** While files of a request come it is left alone, s. */
const comingS = 600;

/** Kind and channel by the standard's names: 00_65_6502_0_<number>.jpg; null where a name says nothing. */
export function readName(name: string): { kind: number | null; channel: number | null } {
  const [, kind, channel] = /^0([0-4])_(\d{1,3})_/u.exec(name) ?? [];
  return { kind: kind === undefined ? null : Number(kind), channel: channel === undefined ? null : Number(channel) };
}

interface FileRow {
  id: string;
  name: string;
  bytes: string | null;
  received: string;
  done: boolean;
}
const fileColumns = `id::text, name, bytes::text, received::text, file_id is not null as done`;
const fileOf = ({ id, name, bytes, received, done }: FileRow): EvidenceFile => ({
  id,
  name,
  bytes: Number(bytes ?? 0),
  received: rangesOf(received),
  done,
});

/** Notes the files that alarms have announced; those that are known already stay as they are. */
async function announceFiles(pool: Pool, alarms: Parameters<EvidenceStore['announce']>[0]): Promise<void> {
  await pool.query(
    `insert into evidence_request (client_id, device_id, vehicle_id, identifier, alarm_at, announced)
     select client_id, device_id, vehicle_id, identifier, to_timestamp(at / 1000), files
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::float8[], $6::int[])
       as a(client_id, device_id, vehicle_id, identifier, at, files)
     on conflict (device_id, identifier) do nothing`,
    [
      alarms.map(({ clientId }) => clientId),
      alarms.map(({ deviceId }) => deviceId),
      alarms.map(({ vehicleId }) => vehicleId),
      alarms.map(({ identifier }) => identifier),
      alarms.map(({ at }) => at),
      alarms.map(({ files }) => files),
    ],
  );
}

/** Writes what was kept of a file, the evidence first and then the film of it, and ends the request once all that was announced is there. False: another connection has brought the file meanwhile. */
const writeEvidence = (
  pool: Pool,
  { id: requestId, clientId }: Request,
  fileId: string,
  { kept, names }: { kept: ReadonlyArray<Awaited<ReturnType<typeof keepBytes>>>; names: readonly string[] },
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('select from terminal_file where id = $1 and file_id is null for update', [
      fileId,
    ]);
    if (!rowCount) return false;
    const ids: string[] = [];
    for (const [i, one] of kept.entries())
      ids.push(await writeFileRow(client, clientId, 'evidence', names[i] ?? '', one));
    const [storedId, filmId = null] = ids;
    await client.query(`update terminal_file set file_id = $2, film_id = $3, received = '{}' where id = $1`, [
      fileId,
      storedId,
      filmId,
    ]);
    await client.query(
      `update evidence_request r set done_at = now(), next_at = now() where id = $1
         and (select count(*) from terminal_file f where f.request_id = r.id) >= announced
         and not exists (select from terminal_file f where f.request_id = r.id and f.file_id is null)`,
      [requestId],
    );
    return true;
  });

/** The store in PostgreSQL and the blob store. `pool` must be the owner's, as a gateway serves the terminals of all companies. `trouble` is told what went wrong with a film whose evidence is kept all the same. */
export function pgEvidenceStore(
  pool: Pool,
  blobs: BlobStore,
  trouble: (error: unknown, message: string) => void,
): EvidenceStore {
  const inTurn = fewAtOnce(FILMS_AT_ONCE);
  return {
    announce: (alarms) => announceFiles(pool, alarms),
    async due() {
      const { rows } = await pool.query<DueEvidence>(
        `select id::text, device_id::text as "deviceId", identifier, asked from evidence_request
         where done_at is null and next_at <= now() and asked < ${mostAsked} and wanted_at > now() - make_interval(days => ${givenUpDays})
         order by next_at limit 5000`,
      );
      return rows;
    },
    async noteAsked(id, waitS) {
      await pool.query(
        `update evidence_request set asked = case when $2::int is null then ${mostAsked} else asked + 1 end,
           next_at = greatest(next_at, now() + make_interval(secs => coalesce($2::int, 0))) where id = $1`,
        [id, waitS],
      );
    },
    async find(deviceId, alarmNo, identifier) {
      const { rows } = await pool.query<Request>(
        `update evidence_request set next_at = greatest(next_at, now() + make_interval(secs => ${comingS}))
         where id = (select id from evidence_request where device_id = $1 and (id::text = ltrim($2, '0') or identifier = $3)
           order by (id::text = ltrim($2, '0')) desc limit 1)
         returning id::text, client_id::text as "clientId"`,
        [deviceId, alarmNo, identifier],
      );
      return rows[0] ?? null;
    },
    async list(request, { name, bytes, kind }) {
      const said = readName(name);
      const { rows } = await pool.query<FileRow>(
        `insert into terminal_file (client_id, device_id, vehicle_id, request_id, name, kind, channel, taken_at, bytes)
         select client_id, device_id, vehicle_id, id, $2, $3, $4, alarm_at, $5 from evidence_request where id = $1
         on conflict (request_id, name) where request_id is not null do update set
           bytes = case when terminal_file.file_id is null then excluded.bytes else terminal_file.bytes end,
           received = case when terminal_file.bytes = excluded.bytes then terminal_file.received else '{}' end
         returning ${fileColumns}`,
        [request.id, name, Math.min(kind ?? said.kind ?? fileKind.other, fileKind.other), said.channel, bytes],
      );
      const [row] = rows;
      if (!row) throw new Error('a request of evidence is gone');
      return fileOf(row);
    },
    async noteReceived(id, ranges) {
      await pool.query('update terminal_file set received = $2::int8multirange where id = $1 and file_id is null', [
        id,
        rangesText(ranges),
      ]);
    },
    noteSent: (deviceId, bytes) => addTraffic(pool, deviceId, bytes),
    async finish(request, file, part) {
      const { clientId } = request;
      const kept = [await keepBytes(blobs, clientId, { name: file.name, bytes: part.read(), head: part.head })];
      const forget = async (): Promise<void> => {
        for (const { key } of kept) await blobs.remove(key);
      };
      try {
        // the evidence is what came; whatever is wrong with the film that is made of it
        const film = await inTurn(() => keepFilm(blobs, clientId, file.name, part)).catch((error: unknown) => {
          trouble(error, 'evidence is kept without a film that browsers play');
          return null;
        });
        if (film) kept.push(film);
        const names = kept.map((one) => (one === film ? film.name : file.name));
        if (!(await writeEvidence(pool, request, file.id, { kept, names }))) await forget();
      } catch (error) {
        await forget();
        throw error;
      }
    },
  };
}
