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

const base = '/api/base/manage/carrier';
const account = button('carrier', 'account');

/** 承运商账号: accounts with which a carrier sees the trips that it drives, and nothing else. */
export const carrierAccounts = endpoint({
  path: `${base}/accounts`,
  access: { menu: menus.carrier.id },
  title: '承运商的账号',
  input: z.object({ id }),
  output: z.array(partnerAccount),
});
/** 开通账号: name, phone number and account name of the person who gets an account of the carrier. */
export const carrierAccountOpen = endpoint({
  path: `${base}/accountOpen`,
  access: account,
  title: '开通承运商账号',
  input: partnerAccountOpening,
  output: partnerAccountOpened,
});
export const carrierAccountStatus = endpoint({
  path: `${base}/accountStatus`,
  access: account,
  title: '启停承运商账号',
  input: partnerAccountTurn,
});
export const carrierAccountReset = endpoint({
  path: `${base}/accountReset`,
  access: account,
  title: '重置承运商账号的密码',
  input: partnerAccountReset,
  output: partnerPassword,
});
