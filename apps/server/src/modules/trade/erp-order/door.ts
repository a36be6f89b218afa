/** What the rest of the server uses of `erp-order`: the only file of it that others import. */
export { listErpItems } from './repo';
export { closeErpOrder, insertRenewalOrder, passErpOrder, payErpOrder, refuseReturn } from './service';
