import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { cameraName } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import type { Secrets } from '../../../core/run/secrets';
import { fileLink } from '../../base/file/door';
import { takenMeanwhile } from './file-counts';
import type { StoredAlarm } from './rows';

type Detail = Output<typeof alarmDetail>;
type AlarmFile = Detail['files'][number];

/** At most so many are shown. */
const mostFiles = 60;

interface FileRow {
  id: string;
  name: string;
  kind: AlarmFile['kind'];
  channel: number | null;
  at: number;
  bytes: number;
  fileId: string | null;
  /** of a raw film: the same as browsers play it */
  filmId: string | null;
  mime: string;
  key: string | null;
}

/** Files of an alarm: its evidence, and photos that the terminal took meanwhile. Only those of the caller's own company. */
export async function listFiles(trx: Trx, alarm: StoredAlarm): Promise<FileRow[]> {
  const names = String(alarm.values.identifiers ?? '').split(',');
  const { rows } =
    await sql<FileRow>`select t.id::text, t.name, t.kind, t.channel, (extract(epoch from t.taken_at) * 1000)::float8 as at,
      coalesce(f.size_bytes, t.bytes, 0)::float8 as bytes, t.file_id::text as "fileId", t.film_id::text as "filmId", coalesce(f.mime, '') as mime, f.blob_key as key
    from episode e join terminal_file t on t.vehicle_id = e.vehicle_id left join file f on f.id = t.file_id left join evidence_request q on q.id = t.request_id
    where e.id = ${alarm.id} and (q.identifier = any(${names}::text[]) or ${takenMeanwhile})
    order by t.request_id nulls last, t.kind, t.taken_at, t.id limit ${mostFiles}`.execute(trx);
  return rows;
}

const cameraOf = (channel: number | null): string => (channel === null || channel === 0 ? '' : cameraName(channel));

/** Formats that browsers show or play. */
const shownTypes: Readonly<Record<string, AlarmFile['shown']>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'audio/mpeg': 'audio',
  'audio/wav': 'audio',
  'audio/aac': 'audio',
  'video/mp4': 'video',
};

/** Links stay the same for so long, so that a page that asks again does not load a film anew; they hold at least as long once more. */
const linkStepMs = 10 * minuteMs;

function fileOf(row: FileRow, { timeZone }: Ctx, secrets: Secrets, now: number): AlarmFile {
  const { fileId, filmId } = row;
  const since = Math.floor(now / linkStepMs) * linkStepMs;
  const linkOf = (id: string | null): string | null => id && fileLink(secrets, id, (2 * linkStepMs) / 1000, since);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    camera: cameraOf(row.channel),
    time: wireTime(row.at, timeZone),
    bytes: row.bytes,
    shown: filmId ? 'video' : fileId ? (shownTypes[row.mime] ?? 'none') : 'none',
    url: linkOf(fileId),
    film: linkOf(filmId),
  };
}

/** The files of an alarm with links, and what becomes of those that are announced and not here. */
export async function loadFiles(
  trx: Trx,
  ctx: Ctx,
  secrets: Secrets,
  alarm: StoredAlarm,
  now: number,
): Promise<Pick<Detail, 'files' | 'filesPending'>> {
  const rows = await listFiles(trx, alarm);
  return {
    files: rows.map((row) => fileOf(row, ctx, secrets, now)),
    filesPending: alarm.filesAnnounced > alarm.fileCount ? await pendingWords(trx, alarm) : '',
  };
}

/** What becomes of files that are missing, by what was asked of the terminal. */
async function pendingWords(trx: Trx, { vehicleId, values, filesAnnounced, fileCount }: StoredAlarm): Promise<string> {
  const names = String(values.identifiers ?? '').split(',');
  const { rows } = await sql<{ asked: number; over: boolean }>`select max(asked)::int as asked,
      bool_and(done_at is not null or asked >= 5 or wanted_at < now() - interval '3 days') as over
    from evidence_request where vehicle_id = ${vehicleId} and identifier = any(${names}::text[]) having count(*) > 0`.execute(
    trx,
  );
  const [row] = rows;
  const missing = `终端声明${filesAnnounced}个附件，已收到${fileCount}个`;
  if (!row) return `${missing}，未向终端请求`;
  if (row.over) return `${missing}，终端未上传其余附件`;
  return row.asked === 0 ? `${missing}，等待终端上线后请求` : `${missing}，已请求，等待终端上传`;
}
