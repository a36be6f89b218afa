/** What the rest of the server uses of `member`: the only file of it that others import. */

export { writeContractTask } from './contract/paper';
export { issueInvoice, voidInvoice } from './invoice';
export { loadMemberOrder } from './service';
export { approveOrder, calculateRefund, refundOrder, rejectOrder } from './steps';
