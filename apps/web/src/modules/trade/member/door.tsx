/** Parts of memberships that other modules show. */
export { OrderFacts, OrderHistory, OrderLines, Vouchers } from './order-facts';
export { paymentFacts } from './order-words';
export { monthWords } from './use-plans';
