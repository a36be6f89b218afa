import {
  carrierAccountOpen,
  carrierAccountReset,
  carrierAccountStatus,
  carrierAccounts,
} from '@tongda/contract/resources/carrier/account';
import { type CarrierDetail, carrierChangeHis } from '@tongda/contract/resources/carrier/calls';
import { PartnerAccounts } from '../parts/partner-accounts';

const calls = {
  list: carrierAccounts,
  open: carrierAccountOpen,
  status: carrierAccountStatus,
  reset: carrierAccountReset,
  history: carrierChangeHis,
};

/** 账号: the accounts of the carrier. */
export function AccountPanel({ carrier }: { carrier: CarrierDetail }) {
  const { id, name, code, contact, phone } = carrier;
  return (
    <PartnerAccounts
      owner={{ id, name, code: (code ?? '').replaceAll('-', ''), contact: contact ?? '', phone: phone ?? '' }}
      noun="承运商账号"
      note="该账号只能看到由该承运商承运的提单、配载单和运输任务，看不到其他车辆、订单和客户。"
      nothing="开通后，承运商用账号登录即可查看自己的运单"
      calls={calls}
    />
  );
}
