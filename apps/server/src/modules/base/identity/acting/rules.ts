import type { Endpoint } from '@tongda/contract/core/endpoint';

/** Paths of a user's personal matters, which nobody may do in his name: password, phone, WeChat, letting others log in. */
const personalPaths =
  /\/(?:upPwd|upPhone|upName|upHeadImg|sendBindVerifyCode|unBindWxUser|companies\/join|companies\/leave|companies\/invite|answerGrant|endLoginDevice)$/iu;
/** Paths that move money or conclude contracts: only the company itself may call them. */
const moneyPaths: ReadonlySet<string> = new Set([
  '/api/base/onlineRenewal/createOrder',
  '/api/base/onlineRenewal/closeOrder',
  '/api/base/onlineRenewal/confirm',
  '/api/base/onlineRenewal/applyInvoice',
  '/api/base/onlineRenewal/uploadVoucher',
  '/api/base/member/createOrder',
  '/api/base/member/closeOrder',
  '/api/base/member/updateOrder',
  '/api/base/member/invoiceIssuance',
  '/api/base/erpOrder/cancel',
  '/api/base/erpOrder/invoice',
  '/api/base/erpOrder/receive',
  '/api/base/erpOrder/returnApply',
  '/api/base/orderAudit/refund',
  '/api/base/manage/device/renew',
]);
/** Paths that staff of the provider may never call while they visit a company: passwords, roles and rights, deletions. */
const neverInCompany = /pwd|password|security|role|grant|authori[sz]|delete|batchDel|\/del|remove|erase/iu;

/**
 * Whether an endpoint is closed while somebody acts as another user (`super`) or visits a company (`visit`). Only changes can be closed; what may
 * be read is decided by the rights of the user.
 */
export function closedWhileActing(mode: 'super' | 'visit', endpoint: Pick<Endpoint, 'path' | 'access'>): boolean {
  const { path, access } = endpoint;
  if (personalPaths.test(path)) return true;
  if (moneyPaths.has(path)) return true;
  const button = typeof access === 'object' ? (access.path ?? '') : '';
  // Lists and details of closed things may be looked at.
  if (!isChange(path, button)) return false;
  return mode === 'visit' && neverInCompany.test(`${path} ${button}`);
}

const look = /(?:page|list|details?|info|options|tree|export|count|summary|history)$|get|query|check/iu;
const isChange = (path: string, button: string): boolean =>
  !look.test(path.slice(path.lastIndexOf('/') + 1)) || /(?:delete|del|remove|pay)$/iu.test(button);
