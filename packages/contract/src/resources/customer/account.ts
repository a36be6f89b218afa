import { z } from 'zod';
import {
  partnerAccount,
  partnerAccountOpened,
  partnerAccountOpening,
  partnerAccountReset,
  partnerAccountTurn,
  partnerPassword,
} from '../../company/user/partner-account';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/manage/customer';
const portal = button('customer', 'portal');

/** 查询账号: accounts with which a customer sees his own orders and their trucks on the way, and nothing else. */
export const customerAccounts = endpoint({
  path: `${base}/accounts`,
  access: { menu: menus.customer.id },
  title: '客户的查询账号',
  input: z.object({ id }),
  output: z.array(partnerAccount),
});
/** 开通查询账号: name, phone number and account name of the person who gets an account of the customer. */
export const customerPortal = endpoint({
  path: `${base}/portal`,
  access: portal,
  title: '开通客户查询账号',
  input: partnerAccountOpening,
  output: partnerAccountOpened,
});
export const customerPortalStatus = endpoint({
  path: `${base}/portalStatus`,
  access: portal,
  title: '启停客户查询账号',
  input: partnerAccountTurn,
});
export const customerPortalReset = endpoint({
  path: `${base}/portalReset`,
  access: portal,
  title: '重置客户查询账号的密码',
  input: partnerAccountReset,
  output: partnerPassword,
});
