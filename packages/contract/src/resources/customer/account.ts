import { z } from 'zod';
import { accountStatus } from '../../base/org/enums';
import { endpoint } from '../../core/endpoint';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/manage/customer';
const read = { menu: menus.customer.id } as const;
const portal = button('customer', 'portal');

/** How many 查询账号 one customer may have. */
export const maxCustomerAccounts = 20;

/** 查询账号: accounts with which a customer sees his own orders and their trucks on the way, and nothing else. */
export const customerAccounts = endpoint({
  path: `${base}/accounts`,
  access: read,
  title: '客户的查询账号',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      accountCode: z.string(),
      /** middle digits hidden */
      phone: z.string(),
      accountStatus: z.number(),
      lastLoginTime: dateTime.nullable(),
      createTime: dateTime,
    }),
  ),
});

/** 开通查询账号: name, phone number and account name of the person who gets an account of the customer. */
export const customerPortal = endpoint({
  path: `${base}/portal`,
  access: portal,
  title: '开通客户查询账号',
  input: z.object({
    id,
    name: z.string('请输入姓名').trim().regex(patterns.chineseLetters2to10.regex, patterns.chineseLetters2to10.message),
    phone: z.string('请输入手机号码').trim().regex(patterns.phone.regex, patterns.phone.message),
    accountCode: z
      .string('请输入账号')
      .trim()
      .min(3, '账号应为3~15位')
      .max(15, '账号应为3~15位')
      .regex(patterns.account.regex, patterns.account.message),
  }),
  /** the password is only ever shown in this answer */
  output: z.object({ userId: id, accountCode: z.string(), password: z.string() }),
});
export const customerPortalStatus = endpoint({
  path: `${base}/portalStatus`,
  access: portal,
  title: '启停客户查询账号',
  input: z.object({ id, userId: id, accountStatus: z.literal(accountStatus.codes, '请选择状态') }),
});
export const customerPortalReset = endpoint({
  path: `${base}/portalReset`,
  access: portal,
  title: '重置客户查询账号的密码',
  input: z.object({ id, userId: id }),
  output: z.object({ accountCode: z.string(), password: z.string() }),
});
