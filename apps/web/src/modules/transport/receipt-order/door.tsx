/** What other modules show of receipt orders. */
export { receiptLinks } from './links';
