/** What the rest of the server uses of `member`: the only file of it that others import. */

export { writeContractTask } from './contract/paper';
export { attach } from './contract/routes';
export { loadToConfirm, readSignedContract } from './contract/service';
export {
  askInvoice,
  findLastTicket,
  invoiceColumns,
  issueInvoice,
  loadInvoice,
  readInvoiceFile,
  voidInvoice,
} from './invoice';
export { submittedAt } from './order-repo';
export { payCallDepsOf } from './pay/installed';
export { paidKinds } from './pay/kinds';
export {
  askProviders,
  offerCode,
  type PayCallDeps,
  payForTest,
  refuseUnknownPayment,
  stopPayments,
} from './pay/offers';
export { findReturned, loadPayments } from './pay/shown';
export { findPayee } from './payment';
export { calculateRefund, refundOrder } from './refunds';
export { loadMemberOrder } from './service';
export { approveOrder, rejectOrder } from './steps';
export { auditTag, buyerSide, closeTold, nounOf, tellBuyerOf } from './tell';
export { checkVouchers } from './vouchers';
