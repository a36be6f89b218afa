/** What the rest of the server uses of `receipt`: the only file of it that others import. */
export { attachPages, cancelReceipt, noteSignMethod, openReceipt } from './service';
