import type { fileKinds } from '@tongda/contract/base/file/type';
import { maxPapers, type PaperCalls, type PaperFile } from '@tongda/contract/core/register/papers';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { type FileDeps, fileLink, removeFile } from './service';

/** How the papers (证照图片) of one register are bound. */
interface PaperSpec {
  calls: PaperCalls;
  /** of resource_document and of the change history */
  entity: string;
  /** throws 4004 unless the caller may see the record */
  see: (trx: Trx, ctx: Ctx, id: string) => Promise<unknown>;
  /** throws unless the caller may change the record; `see` is used where the right to the button is enough */
  change?: (trx: Trx, ctx: Ctx, id: string) => Promise<unknown>;
  /** whether pictures that show personal numbers may be opened */
  mayOpen?: (ctx: Ctx) => boolean;
}

/** Binds 证照图片 of a register. */
export function paperRoutes(app: FastifyInstance, deps: FileDeps, spec: PaperSpec): void {
  const { calls, entity, see, change = see, mayOpen = () => true } = spec;
  const nameOf = (code: string): string => calls.types.find((type) => type.code === code)?.name ?? code;
  route(app, calls.list, (ctx, { id }) =>
    ctx.db(async (trx) => {
      await see(trx, ctx, id);
      return listPapers(trx, ctx, deps, { entity, id, open: mayOpen(ctx) });
    }),
  );
  route(app, calls.add, (ctx, { id, docType, fileId }) =>
    ctx.db(async (trx) => {
      await change(trx, ctx, id);
      const file = await findUploadedPaper(trx, ctx, fileId);
      const { n } = await trx
        .selectFrom('resource_document')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('client_id', '=', ctx.clientId)
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .where('doc_type', '=', docType)
        .executeTakeFirstOrThrow();
      if (n >= maxPapers) throw invalidField('fileId', `${nameOf(docType)}最多${maxPapers}张，请先删除旧的`);
      await trx
        .insertInto('resource_document')
        .values({
          client_id: ctx.clientId,
          entity,
          entity_id: id,
          doc_type: docType,
          file_id: file.id,
          file_name: file.file_name,
          file_size: file.size_bytes,
          mime: file.mime,
          created_by: ctx.userId,
        })
        .execute();
      await recordPaperChange(trx, ctx, {
        entity,
        id,
        action: '上传证照',
        label: nameOf(docType),
        before: '',
        after: file.file_name,
      });
      return null;
    }),
  );
  route(app, calls.del, async (ctx, { id, paperId }) => {
    const gone = await ctx.db(async (trx) => {
      await change(trx, ctx, id);
      const row = await trx
        .deleteFrom('resource_document')
        .where('client_id', '=', ctx.clientId)
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .where('id', '=', paperId)
        .returning(['doc_type', 'file_id', 'file_name'])
        .executeTakeFirst();
      if (!row) throw notFound('证照图片');
      const label = nameOf(row.doc_type);
      await recordPaperChange(trx, ctx, { entity, id, action: '删除证照', label, before: row.file_name, after: '' });
      return row;
    });
    await removeFile(deps, ctx, gone.file_id);
    return null;
  });
}

const recordPaperChange = (
  trx: Trx,
  ctx: Ctx,
  what: { entity: string; id: string; action: string; label: string; before: string; after: string },
): Promise<void> => {
  const { entity, id, action, label, before, after } = what;
  return recordChanges(trx, ctx, [
    { entity, entityId: id, action, changes: [{ field: 'paper', label, before, after }] },
  ]);
};

/** A file that the caller uploaded as a paper and that nothing else uses. */
async function findUploadedPaper(trx: Trx, ctx: Ctx, fileId: string) {
  const file = await trx
    .selectFrom('file')
    .select(['id', 'file_name', 'size_bytes', 'mime'])
    .where('id', '=', fileId)
    .where('client_id', '=', ctx.clientId)
    .where('user_id', '=', ctx.userId)
    .where('kind', '=', 'paper' satisfies keyof typeof fileKinds)
    .where(
      sql<boolean>`not exists (select from resource_document d where d.file_id = file.id::text and d.client_id = file.client_id)`,
    )
    .executeTakeFirst();
  if (!file) throw invalidField('fileId', '文件不存在，请重新上传');
  return file;
}

async function listPapers(
  trx: Trx,
  ctx: Ctx,
  deps: FileDeps,
  { entity, id, open }: { entity: string; id: string; open: boolean },
): Promise<PaperFile[]> {
  const rows = await trx
    .selectFrom('resource_document as d')
    .leftJoin('app_user as u', 'u.id', 'd.created_by')
    .select([
      'd.id',
      'd.doc_type as docType',
      'd.file_id as fileId',
      'd.file_name as fileName',
      sql<number>`d.file_size::float8`.as('size'),
      'd.mime',
      sql<string>`coalesce(u.name, '')`.as('userName'),
      wireTimeSql(sql<Date>`d.created_at`, ctx.timeZone).as('time'),
    ])
    .where('d.client_id', '=', ctx.clientId)
    .where('d.entity', '=', entity)
    .where('d.entity_id', '=', id)
    .orderBy('d.id')
    .execute();
  return rows.map(({ fileId, mime, ...row }) => ({
    ...row,
    image: mime.startsWith('image/'),
    url: open ? fileLink(deps.secrets, fileId) : null,
  }));
}
