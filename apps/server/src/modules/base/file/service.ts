import { randomUUID, webcrypto } from 'node:crypto';
import { detectFileType, type FileKindName, fileKinds, fileTypes, typeWords } from '@tongda/contract/base/file/type';
import { message } from '@tongda/contract/core/messages';
import type { BlobStore } from '../../../core/blob/store';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { type Secrets, signText, verifySignature } from '../../../core/run/secrets';

export interface FileDeps {
  blobs: BlobStore;
  secrets: Secrets;
}

const linkSeconds = 600;
const maxNameLength = 120;

/** Checks an upload by the rule of its kind and answers the type of its content; throws 4000 when it is too large or of another type. */
function checkUpload(kind: FileKindName, bytes: Buffer) {
  const rule = fileKinds[kind];
  if (bytes.length > rule.maxMb * 1024 * 1024) throw invalidField('file', message('upload.size', { n: rule.maxMb }));
  const type = detectFileType(bytes);
  const taken: readonly string[] = rule.types;
  if (type === null || !taken.includes(type))
    throw invalidField('file', message('upload.type', { types: typeWords(rule) }));
  return type;
}

/** A safe file name: without folders and control characters, and with an extension of the detected type. */
export function cleanName(name: string, type: keyof typeof fileTypes): string {
  const extensions: readonly string[] = fileTypes[type].extensions;
  const plain = (name.split(/[\\/]/u).at(-1) ?? '').replace(/[\p{Cc}<>:"|?*]/gu, '').trim();
  const dot = plain.lastIndexOf('.');
  const stem = (dot > 0 ? plain.slice(0, dot) : plain).slice(0, maxNameLength) || '文件';
  const extension = dot > 0 ? plain.slice(dot + 1).toLowerCase() : '';
  return `${stem}.${extensions.includes(extension) ? extension : extensions[0]}`;
}

/** Keeps an upload of the caller: bytes in the blob store, a row in `file`. */
export async function saveFile(
  deps: FileDeps,
  ctx: Ctx,
  upload: { kind: FileKindName; fileName: string; bytes: Buffer },
): Promise<{ id: string; fileName: string; size: number }> {
  const type = checkUpload(upload.kind, upload.bytes);
  const fileName = cleanName(upload.fileName, type);
  const key = `${ctx.clientId}/${new Date().toISOString().slice(0, 7)}/${randomUUID()}`;
  // the hash of many megabytes is made by a thread
  const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', upload.bytes)).toString('hex');
  await deps.blobs.put(key, upload.bytes);
  try {
    const { id } = await ctx.db((trx) =>
      trx
        .insertInto('file')
        .values({
          client_id: ctx.clientId,
          user_id: ctx.userId,
          kind: upload.kind,
          file_name: fileName,
          mime: fileTypes[type].mime,
          size_bytes: upload.bytes.length,
          sha256,
          blob_key: key,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return { id, fileName, size: upload.bytes.length };
  } catch (error) {
    await deps.blobs.remove(key);
    throw error;
  }
}

/** Removes a file of the caller's company, both its row and its bytes. */
export async function removeFile(deps: FileDeps, ctx: Ctx, id: string): Promise<void> {
  const gone = await ctx.db((trx) =>
    trx.deleteFrom('file').where('id', '=', id).returning('blob_key').executeTakeFirst(),
  );
  if (gone) await deps.blobs.remove(gone.blob_key);
}

/** Throws 4000 unless every file exists and was uploaded by the caller. */
export async function refuseForeignFiles(
  trx: Trx,
  ctx: Pick<Ctx, 'clientId' | 'userId'>,
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  const own = await trx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [...ids])
    .where('user_id', '=', ctx.userId)
    .where('client_id', '=', ctx.clientId)
    .execute();
  if (own.length < new Set(ids).size) throw invalidField(field, '文件不存在，请重新上传');
}

/** A file as a page shows it. */
export interface ShownFile {
  id: string;
  name: string;
  url: string;
  image: boolean;
}
/** Files of the caller's company with links of ten minutes, by id. The caller has checked that what they belong to may be seen. */
export async function listShownFiles(
  trx: Trx,
  ctx: Pick<Ctx, 'clientId'>,
  secrets: Secrets,
  ids: readonly string[],
): Promise<Map<string, ShownFile>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('file')
    .select(['id', 'file_name', 'mime'])
    .where('id', 'in', [...ids])
    .where('client_id', '=', ctx.clientId)
    .execute();
  return new Map(
    rows.map(({ id, file_name, mime }) => [
      id,
      { id, name: file_name, url: fileLink(secrets, id), image: mime.startsWith('image/') },
    ]),
  );
}

const linkText = (id: string, expires: string): string => `file|${id}|${expires}`;

/** A link that shows a file to whoever holds it, for ten minutes unless said otherwise. The caller has checked the right. */
export function fileLink(secrets: Secrets, id: string, seconds = linkSeconds, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + seconds);
  const query = new URLSearchParams({ fileId: id, expires, sign: signText(secrets, linkText(id, expires)) });
  return `/api/base/base/file/view?${query.toString()}`;
}

export const fileLinkIsGood = (
  secrets: Secrets,
  id: string,
  expires: string,
  signature: string,
  now = Date.now(),
): boolean => Number(expires) * 1000 >= now && verifySignature(secrets, linkText(id, expires), signature);
