import * as contract from '@tongda/contract/base/file/calls';
import { type FileKindName, fileKinds, fileTypes } from '@tongda/contract/base/file/type';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import type { DB } from '../../../core/generated/db-types';
import { answerStored, type StoredFile } from '../../../core/http/answer/stored';
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
    let query = deps.db.selectFrom('file').select(['file_name', 'mime', 'blob_key', 'sha256']).where('id', '=', fileId);
    if (sign !== undefined) {
      if (!fileLinkIsGood(deps.secrets, fileId, expires ?? '', sign))
        throw forbiddenError('文件链接无效或已过期，请刷新页面后重试');
    } else {
      const ctx = await app.authenticate(req, contract.fileView);
      query = query.where('user_id', '=', ctx.userId).where('client_id', '=', ctx.clientId);
    }
    const file = await query.executeTakeFirst();
    const answer = file && (await answerStored(req, reply, storedOf(deps.blobs, file)));
    if (answer == null) throw notFound('文件');
    // nothing in an uploaded file can run in our pages: it is shown without scripts, or saved
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return answer;
  });
}

const storedOf = (
  blobs: BlobStore,
  file: { file_name: string; mime: string; blob_key: string; sha256: string },
): StoredFile => ({
  mark: file.sha256,
  mime: file.mime,
  name: file.file_name,
  inline: inlineTypes.has(file.mime),
  cacheControl: 'private, max-age=600',
  read: (asked) => blobs.get(file.blob_key, asked),
});
