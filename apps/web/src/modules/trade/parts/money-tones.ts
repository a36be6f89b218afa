import { auditStatus, invoiceStatus, paymentStatus } from '@tongda/contract/transport/enums';

/** Colours of the states that orders of every kind share. */
export const payTones = {
  [paymentStatus.toCollect]: 'amber',
  [paymentStatus.collected]: 'green',
  [paymentStatus.partlyPaid]: 'amber',
  [paymentStatus.notCollected]: 'grey',
  [paymentStatus.refunded]: 'grey',
};
export const auditTones = {
  [auditStatus.pending]: 'amber',
  [auditStatus.passed]: 'green',
  [auditStatus.cancelled]: 'grey',
  [auditStatus.rejected]: 'red',
};
export const invoiceTones = {
  [invoiceStatus.notApplied]: 'grey',
  [invoiceStatus.applied]: 'amber',
  [invoiceStatus.issued]: 'green',
  [invoiceStatus.voided]: 'grey',
};
