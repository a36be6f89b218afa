import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';

const base = '/api/base/user/companies' as const;
const manage = button('userManagement', 'addModify');

/** Rules of a 关联码, by which an account of another company may enter as a user of this one: its length, its life in hours and the wrong tries that are allowed. */
export const inviteRules = { signs: 12, hours: 24, tries: 5 } as const;

/** Companies that the caller's account may enter; the company of the account itself comes first. */
export const myCompanies = endpoint({
  path: `${base}/mine`,
  access: 'session',
  title: '当前账号可进入的企业',
  output: z.array(
    z.object({
      clientId: id,
      clientName: z.string(),
      /** name of the user as whom it is entered */
      userName: z.string(),
      /** the company of the account itself: cannot be left */
      own: z.boolean(),
      current: z.boolean(),
      since: dateTime.nullable(),
    }),
  ),
});

export const joinCompany = endpoint({
  path: `${base}/join`,
  access: 'session',
  title: '以关联码关联另一家企业，登录时可选择进入',
  input: z.object({
    code: z
      .string('请输入关联码')
      .trim()
      .transform((text) => text.toUpperCase().replace(/[\s-]/gu, ''))
      .pipe(z.string().regex(/^[0-9A-Z]{12}$/u, '请输入12位关联码')),
  }),
  output: z.object({ clientName: z.string() }),
});

export const leaveCompany = endpoint({
  path: `${base}/leave`,
  access: 'session',
  title: '不再关联一家企业',
  input: z.object({ clientId: id }),
});

/** Accounts of other companies that may enter as a user of the caller's company. */
export const userLinks = endpoint({
  path: `${base}/links`,
  access: manage,
  title: '可以此用户身份进入的外部账号',
  input: z.object({ id }),
  output: z.object({
    links: z.array(
      z.object({ accountId: id, accountCode: z.string(), name: z.string(), clientName: z.string(), since: dateTime }),
    ),
    /** until when a code that was given and not used yet is valid; null: there is none */
    inviteUntil: dateTime.nullable(),
  }),
});

export const inviteAccount = endpoint({
  path: `${base}/invite`,
  access: manage,
  title: '生成关联码（旧的随之失效）',
  input: z.object({ id }),
  output: z.object({ code: z.string(), expireTime: dateTime }),
});

export const unlinkAccount = endpoint({
  path: `${base}/unlink`,
  access: manage,
  title: '解除外部账号的关联，其会话立即结束',
  input: z.object({ id, accountId: id }),
});
