import type { FastifyRequest } from 'fastify';
import { invalidField } from './errors';

export interface Upload {
  fileName: string;
  bytes: Buffer;
  /** the other fields of the form, as text */
  fields: Record<string, string>;
}

/** Reads one uploaded file and the other fields of the form, in whatever order they come. Throws AppError 4000 without a file; the size limit is the multipart plugin's (10 MB). */
export async function readUpload(req: FastifyRequest): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: { fileName: string; bytes: Buffer } | null = null;
  for await (const part of req.parts()) {
    if (part.type === 'file') file = { fileName: part.filename, bytes: await part.toBuffer() };
    else fields[part.fieldname] = String(part.value);
  }
  if (!file || file.bytes.length === 0) throw invalidField('file', '请选择要上传的文件');
  return { ...file, fields };
}
