import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type RecorderFile, recorderFiles } from '@tongda/contract/resources/equipment/recorder-files';
import { cameraName } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import { wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { fileLink } from '../../base/file/door';
import { findPortable } from './portable-repo';

/** Photos, sounds and videos of a recorder that the caller sees, the newest first; those that it announced stand among them. */
export function pageRecorderFiles(
  ctx: Ctx,
  secrets: Secrets,
  q: Parsed<typeof recorderFiles>,
): Promise<Output<typeof recorderFiles>> {
  return ctx.db(async (trx) => {
    requireRow(await findPortable(trx, ctx, q.portableId), '便携设备');
    const from = trx
      .selectFrom('terminal_file as t')
      .leftJoin('file as f', 'f.id', 't.file_id')
      .where('t.client_id', '=', ctx.clientId)
      .where('t.portable_id', '=', q.portableId);
    const rows = await from
      .select(['t.id', 't.name', 't.channel', 'f.id as fileId'])
      // as the check of its column says
      .select(sql<RecorderFile['kind']>`t.kind`.as('kind'))
      .select(sql<string>`coalesce(f.mime, '')`.as('mime'))
      .select(sql<number | null>`f.size_bytes::float8`.as('bytes'))
      .select(wireColumn('t.taken_at', ctx.timeZone).as('time'))
      .orderBy('t.taken_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, recorderFiles, q, async () => {
      const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const list = rows.map(({ fileId, mime, channel, ...row }) => ({
      ...row,
      camera: channel ? cameraName(channel) : '',
      image: mime.startsWith('image/'),
      url: fileId && fileLink(secrets, fileId),
    }));
    return { list, total, page: q.page, size: q.size };
  });
}
