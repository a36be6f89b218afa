import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandRow } from '@tongda/contract/watch/command/calls';
import { pictureWaitMin } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import type { Secrets } from '../../../core/run/secrets';
import { fileLink } from '../../base/file/door';

type Picture = Pick<CommandRow, 'picture' | 'picturePending'>;

interface Row {
  id: string;
  fileId: string | null;
  takenAt: number | null;
  expected: boolean;
}

/**
 * The pictures of commands to take one, by command, with links of ten minutes. A picture is known by the number that the terminal told (0x0805); where it told none, the first one
 * that the same camera took on order afterwards counts.
 */
export async function findPictures(
  trx: Trx,
  { timeZone }: Ctx,
  secrets: Secrets,
  ids: readonly string[],
): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`select c.id::text, p.file_id::text as "fileId", p.taken_at as "takenAt",
      c.state = ${instructionSending.done} and c.ended_at > now() - make_interval(mins => ${pictureWaitMin}::int) as expected
    from device_command c left join lateral (
      select t.file_id, (extract(epoch from t.taken_at) * 1000)::float8 as taken_at from terminal_file t join file f on f.id = t.file_id
      where t.device_id = c.device_id and t.vehicle_id = c.vehicle_id and t.request_id is null and f.mime like 'image/%'
        and t.created_at between c.sent_at - interval '1 minute' and c.sent_at + interval '1 day'
        and (c.answer->'mediaIds' @> to_jsonb(t.media_no)
          or coalesce(jsonb_array_length(c.answer->'mediaIds'), 0) = 0 and t.event = 0 and t.channel = (c.params->>'channel')::int and t.created_at >= c.sent_at)
      order by t.id limit 1) p on true
    where c.id = any(${[...ids]}::bigint[]) and c.sent_at is not null`.execute(trx);
  return new Map(
    rows.map(({ id, fileId, takenAt, expected }) => [
      id,
      {
        picture:
          fileId === null || takenAt === null
            ? null
            : { url: fileLink(secrets, fileId), time: wireTime(takenAt, timeZone) },
        picturePending: fileId === null && expected,
      },
    ]),
  );
}
