/** What the rest of the server uses of `member`: the only file of it that others import. */
export { memberOrderOf } from './service';
export { approveOrder, refundable, refundOrder, rejectOrder } from './steps';
