/** What the rest of the server uses of `store`: the only file of it that others import. */
export { type CodedStore, findStoreOfCode as storeOfCode } from './qrcode';
