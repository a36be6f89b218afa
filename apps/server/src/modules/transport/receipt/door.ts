/** What the rest of the server uses of `receipt`: the only file of it that others import. */
export { countReceipts, isInStage } from './repo';
export { attachPages, cancelReceipt, noteSignMethod, openReceipt } from './service';
