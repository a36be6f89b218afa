import * as contract from '@tongda/contract/base/file/calls';
import { type FileKindName, fileKinds, fileTypes } from '@tongda/contract/base/file/type';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { publicRoute, route } from '../../../core/http/route';
import { readUpload } from '../../../core/http/upload';
import { type FileDeps, fileLink, fileLinkIsGood, saveFile } from './service';

const inlineTypes = new Set<string>(
  Object.values(fileTypes).flatMap(({ mime, inline: shown }) => (shown ? [mime] : [])),
);
const isKind = (text: string | undefined): text is FileKindName => text !== undefined && text in fileKinds;

/** Uploads, and the files behind signed links. */
export function fileRoutes(app: FastifyInstance, deps: FileDeps & { db: Kysely<DB> }): void {
  route(app, contract.fileUpload, async (ctx, _input, { req }) => {
    const { fileName, bytes, fields } = await readUpload(req);
    const kind = fields.kind ?? 'document';
    if (!isKind(kind)) throw invalidField('kind', '文件用途错误');
    const saved = await saveFile(deps, ctx, { kind, fileName, bytes });
    return { ...saved, pathUrl: fileLink(deps.secrets, saved.id) };
  });
  route(app, contract.fileViewUrl, async (ctx, { fileId }) => {
    const file = await ctx.db((trx) =>
      trx.selectFrom('file').select('id').where('id', '=', fileId).where('user_id', '=', ctx.userId).executeTakeFirst(),
    );
    if (!file) throw notFound('文件');
    return fileLink(deps.secrets, file.id);
  });
  publicRoute(app, contract.fileView, async ({ req, reply }, { fileId, expires, sign }) => {
    let query = deps.db.selectFrom('file').select(['file_name', 'mime', 'blob_key']).where('id', '=', fileId);
    if (sign !== undefined) {
      if (!fileLinkIsGood(deps.secrets, fileId, expires ?? '', sign))
        throw forbiddenError('文件链接无效或已过期，请刷新页面后重试');
    } else {
      const ctx = await app.authenticate(req, contract.fileView);
      query = query.where('user_id', '=', ctx.userId).where('client_id', '=', ctx.clientId);
    }
    const file = await query.executeTakeFirst();
    const blob = file ? await deps.blobs.get(file.blob_key) : null;
    if (!file || !blob) throw notFound('文件');
    setFileHeaders(reply, file, blob.sizeBytes);
    return blob.stream;
  });
}

/** Sets the headers of an uploaded file so that nothing in it can run in our pages: it is shown without scripts, or saved. */
function setFileHeaders(reply: FastifyReply, file: { file_name: string; mime: string }, size: number): void {
  const how = inlineTypes.has(file.mime) ? 'inline' : 'attachment';
  reply
    .header('content-type', file.mime)
    .header('content-length', size)
    .header('content-disposition', `${how}; filename*=UTF-8''${encodeURIComponent(file.file_name)}`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'private, max-age=600');
}
