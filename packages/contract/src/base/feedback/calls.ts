import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';

/** Kinds of feedback. `contact` comes from the pages that need no login. */
export const feedbackKind = defineEnum('feedbackKind', {
  suggestion: ['suggestion', '功能建议'],
  fault: ['fault', '问题报告'],
  consult: ['consult', '业务咨询'],
  contact: ['contact', '留下联系方式'],
});

export const feedbackLimits = { content: 500, hourlyPerIp: 5, dailyPerUser: 20 } as const;

/**
 * 我要反馈 and 留下联系方式. Who is logged in need not say who he is: name and company come from the login. Somebody without an account
 * leaves a phone number and proves some work (`proofOfWork`).
 */
export const addInformation = endpoint({
  path: '/api/base/open/information/addInformation',
  access: 'public',
  title: '提交反馈或联系方式（登录后自动带上企业与姓名）',
  input: z.object({
    type: z.literal([...feedbackKind.codes], '请选择反馈类型'),
    content: z
      .string('请输入反馈内容')
      .trim()
      .min(5, '反馈内容至少5个字')
      .max(feedbackLimits.content, `反馈内容最多${feedbackLimits.content}个字`),
    companyName: z.string().trim().max(50, '企业名称最多50个字').default(''),
    contact: z.string().trim().max(20, '联系人最多20个字').default(''),
    phone: z.union([z.literal(''), patterns.phone.schema]).default(''),
    /** path of the page it was written on */
    page: z
      .string()
      .max(200)
      .regex(/^(?:\/[^/\\].*|\/)?$/u, '参数错误')
      .default(''),
    captchaKey: z.string().max(128).optional(),
    captchaCode: z.string().max(20).optional(),
  }),
});

/** What the caller handed in himself, newest first: one by its id, or the last twenty. */
export const browseInformation = endpoint({
  method: 'GET',
  path: '/api/base/open/information/browseInformation',
  access: 'session',
  title: '查看本人提交的反馈',
  input: z.object({ id: id.optional() }),
  output: z.array(
    z.object({
      id,
      type: z.string(),
      content: z.string(),
      /** path of the page it was written on, '' = none */
      page: z.string(),
      createTime: dateTime,
    }),
  ),
});
