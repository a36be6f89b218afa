/** What the rest of the server uses of `erp-order`: the only file of it that others import. */
export { findTransfer, listErpItems } from './repo';
export { closeErpOrder, insertRenewalOrder, passErpOrder, payErpOrder, refuseErpOrder } from './service';
export { transferShown, transferWaits } from './state';
