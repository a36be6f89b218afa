import {
  customerAccounts,
  customerPortal,
  customerPortalReset,
  customerPortalStatus,
} from '@tongda/contract/resources/customer/account';
import { type CustomerDetail, customerChangeHis } from '@tongda/contract/resources/customer/calls';
import { PartnerAccounts } from '../parts/partner-accounts';

const calls = {
  list: customerAccounts,
  open: customerPortal,
  status: customerPortalStatus,
  reset: customerPortalReset,
  history: customerChangeHis,
};

/** 查询账号: the accounts of the customer. */
export function AccountPanel({ customer }: { customer: CustomerDetail }) {
  const contact = customer.contacts.find(({ main }) => main) ?? customer.contacts[0];
  const { id, name, code } = customer;
  return (
    <PartnerAccounts
      owner={{ id, name, code, contact: contact?.name ?? '', phone: contact?.phone ?? '' }}
      noun="查询账号"
      note="查询账号只能看到该客户自己的订单、订单所在运单的车辆位置和温度，看不到其他车辆、客户和费用设置。"
      nothing="开通后，客户用账号登录即可查询自己的订单"
      calls={calls}
    />
  );
}
