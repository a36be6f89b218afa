import { z } from 'zod';
import { accountStatus } from '../../base/org/enums';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';

/** Accounts of people of another company: of a customer, who sees his orders, and of a carrier, who sees his trips. Shapes of the calls that both registers have for them. */

/** How many accounts one customer or carrier may have. */
export const maxPartnerAccounts = 20;

export const partnerAccount = z.object({
  id,
  name: z.string(),
  accountCode: z.string(),
  /** middle digits hidden */
  phone: z.string(),
  accountStatus: z.number(),
  lastLoginTime: dateTime.nullable(),
  createTime: dateTime,
});
export type PartnerAccount = z.infer<typeof partnerAccount>;

/** `id`: the customer or carrier. */
export const partnerAccountOpening = z.object({
  id,
  name: z.string('请输入姓名').trim().regex(patterns.chineseLetters2to10.regex, patterns.chineseLetters2to10.message),
  phone: z.string('请输入手机号码').trim().regex(patterns.phone.regex, patterns.phone.message),
  accountCode: z
    .string('请输入账号')
    .trim()
    .min(3, '账号应为3~15位')
    .max(15, '账号应为3~15位')
    .regex(patterns.account.regex, patterns.account.message),
});
/** the password is only ever shown in this answer */
export const partnerAccountOpened = z.object({ userId: id, accountCode: z.string(), password: z.string() });
export const partnerAccountTurn = z.object({
  id,
  userId: id,
  accountStatus: z.literal(accountStatus.codes, '请选择状态'),
});
export const partnerAccountReset = z.object({ id, userId: id });
export const partnerPassword = z.object({ accountCode: z.string(), password: z.string() });
