/** What the rest of the server uses of `receipt-order`: the only file of it that others import. */
export { recordReceipts } from './record';
export { findReceipt as receiptOrderInFull } from './repo';
