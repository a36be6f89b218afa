import { z } from 'zod';
import { endpoint, type MenuAccess } from '../endpoint';
import { dateTime, id, pageOf, pageQuery } from '../page';
import { filterText } from './pieces';

/** 回收站: how many days a deleted record can be restored. */
export const recycleDays = 30;
/** Hint shown before a record is deleted. */
export const recycleWords = `${recycleDays}天内可在“回收站”中恢复，历史记录和报表仍会保留。`;

const row = z.object({
  id,
  name: z.string(),
  /** what else tells the record apart from others of the same name */
  detail: z.string(),
  deleteTime: dateTime,
  deleteUser: z.string(),
  /** whole days left to restore it */
  daysLeft: z.number(),
});
export type RecycledRow = z.infer<typeof row>;

/** 回收站 of a register: what was deleted lately, and its way back. `access` is the right to delete, which includes both. */
export const recycleCalls = (base: `/${string}`, access: MenuAccess, noun: string) => ({
  noun,
  page: endpoint({
    path: `${base}/recycle/page`,
    access,
    title: `回收站中的${noun}`,
    input: pageQuery.extend({ keyword: filterText(50) }),
    output: pageOf(row),
  }),
  /** 4011 while another record has what only one may have. What it pointed at and is gone becomes empty. */
  restore: endpoint({
    path: `${base}/recycle/restore`,
    access,
    title: `恢复已删除的${noun}`,
    input: z.object({ id }),
  }),
});
export type RecycleCalls = ReturnType<typeof recycleCalls>;
