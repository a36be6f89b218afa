/** Parts of memberships that other modules show. */
export { OrderFacts, OrderHistory, OrderLines, Vouchers } from './order-facts';
export { paymentFacts, returnedFacts } from './order-words';
export { monthWords } from './use-plans';
