import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';

const base = '/api/base/msg/announce' as const;

export const announceLimits = { title: 50, content: 2000, orgs: 100 } as const;

/** State of an announcement of a company. */
export const announceStatus = defineEnum('announceStatus', {
  shown: [1, '展示中'],
  withdrawn: [2, '已撤回'],
  over: [3, '已过期'],
});

/** A company's own announcements; its administrators only. */
export const announcePage = endpoint({
  path: `${base}/page`,
  access: 'session',
  title: '本企业发布的公告（企业管理员）',
  input: pageQuery,
  output: pageOf(
    z.object({
      id,
      title: z.string(),
      content: z.string(),
      /** departments in words; '' = the whole company */
      scope: z.string(),
      publisher: z.string(),
      createTime: dateTime,
      expireTime: dateTime.nullable(),
      /** how many got it, and how many of them read it */
      total: z.number().int(),
      read: z.number().int(),
      status: announceStatus.schema,
    }),
  ),
});
export type AnnounceRow = z.output<typeof announcePage.output>['list'][number];

export const announceAdd = endpoint({
  path: `${base}/add`,
  access: 'session',
  title: '发布公告到全公司或所选部门（含下级），成为系统公告类消息（企业管理员）',
  input: z.object({
    title: z
      .string('请输入标题')
      .trim()
      .min(1, { error: '请输入标题', abort: true })
      .min(2, '标题应为2~50个字')
      .max(announceLimits.title, '标题应为2~50个字'),
    content: z.string('请输入内容').trim().min(1, '请输入内容').max(announceLimits.content, '内容最多2000个字'),
    /** empty = the whole company */
    orgIds: z.array(id).max(announceLimits.orgs, '最多选择100个部门').default([]),
    /** last day on which it is shown; absent = until it is withdrawn */
    expireDate: z.iso.date('有效期格式错误').nullish(),
  }),
  output: z.object({ id, total: z.number().int() }),
});

export const announceWithdraw = endpoint({
  path: `${base}/withdraw`,
  access: 'session',
  title: '撤回公告：未读的不再出现，已读的保留（企业管理员）',
  input: z.object({ id }),
});
