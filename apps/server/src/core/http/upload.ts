import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { errorCode } from '../run/error-code';
import { invalidField } from './errors';

export interface Upload {
  fileName: string;
  bytes: Buffer;
  /** the other fields of the form, as text */
  fields: Record<string, string>;
}

/**
 * Reads one uploaded file and the other fields of the form, in whatever order they come. Throws AppError 4000 without a file; the size limit is the multipart plugin's (10 MB) unless
 * another one is given.
 */
export async function readUpload(req: FastifyRequest, maxMb?: number): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: { fileName: string; bytes: Buffer } | null = null;
  for await (const part of req.parts(maxMb === undefined ? {} : { limits: { fileSize: maxMb * 1024 * 1024 } })) {
    if (part.type === 'file') file = { fileName: part.filename, bytes: await whole(part, maxMb) };
    else fields[part.fieldname] = String(part.value);
  }
  if (!file || file.bytes.length === 0) throw invalidField('file', '请选择要上传的文件');
  return { ...file, fields };
}

/** The bytes of a file; 4000 for one above a limit of its own. */
async function whole(part: MultipartFile, maxMb: number | undefined): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    if (maxMb !== undefined && errorCode(error) === 'FST_REQ_FILE_TOO_LARGE')
      throw invalidField('file', `文件过大，最多${maxMb} MB`);
    throw error;
  }
}
