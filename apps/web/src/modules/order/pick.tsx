/** What other modules show of orders. */
export { orderLinks } from './links';
export { OrderStatusDot } from './order-cells';
