import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

const base = '/api/base/base/file';

/** Form fields: `file`, and `kind` (avatar, image, document) which says what is taken and how large. */
export const fileUpload = endpoint({
  path: `${base}/upload`,
  access: 'session',
  title: '上传文件',
  body: 'multipart',
  output: z.object({ id, fileName: z.string(), pathUrl: z.string(), size: z.number().int() }),
});
/** With a signed link (`expires`, `sign`), or with a login one's own files. */
export const fileView = endpoint({
  method: 'GET',
  path: `${base}/view`,
  access: 'public',
  title: '查看文件（签名链接，或本人登录后）',
  raw: true,
  input: z.object({ fileId: id, expires: z.string().max(20).optional(), sign: z.string().max(100).optional() }),
  output: z.unknown(),
});
/** A link of ten minutes to one of the caller's own files. */
export const fileViewUrl = endpoint({
  method: 'GET',
  path: `${base}/view-url`,
  access: 'session',
  title: '取文件的签名链接',
  input: z.object({ fileId: id }),
  output: z.string(),
});
