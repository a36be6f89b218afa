/** What the rest of the server uses of `erp-order`: the only file of it that others import. */
export { closeErpOrder, insertRenewalOrder, payErpOrder } from './service';
