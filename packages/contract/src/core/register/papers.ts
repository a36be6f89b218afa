import { z } from 'zod';
import { endpoint, type MenuAccess } from '../endpoint';
import type { EnumOption } from '../enum';
import { dateTime, id } from '../page';

/** Pictures of one kind of paper of one record. */
export const maxPapers = 6;

const paper = z.object({
  id,
  docType: z.string(),
  fileName: z.string(),
  size: z.number(),
  image: z.boolean(),
  /** null: shows numbers that the reader may not see */
  url: z.string().nullable(),
  userName: z.string(),
  time: dateTime,
});
export type PaperFile = z.infer<typeof paper>;

/** 证照图片 of a register: what is kept of a record, adding one that was uploaded, taking one away. */
export function paperCalls(spec: {
  base: `/${string}`;
  noun: string;
  read: MenuAccess;
  edit: MenuAccess;
  types: { options: ReadonlyArray<EnumOption<string>> };
}) {
  const { base, noun, read, edit, types } = spec;
  return {
    types: types.options,
    list: endpoint({
      path: `${base}/paper/list`,
      access: read,
      title: `${noun}证照图片`,
      input: z.object({ id }),
      output: z.array(paper),
    }),
    add: endpoint({
      path: `${base}/paper/add`,
      access: edit,
      title: `上传${noun}证照图片`,
      input: z.object({
        id,
        docType: z.string().refine((code) => types.options.some((type) => type.code === code), '证照类型不正确'),
        fileId: id,
      }),
    }),
    del: endpoint({
      path: `${base}/paper/del`,
      access: edit,
      title: `删除${noun}证照图片`,
      input: z.object({ id, paperId: id }),
    }),
  };
}
export type PaperCalls = ReturnType<typeof paperCalls>;
