/** What other modules show of orders. */
export { orderLinks } from './links';
export { OrderStatusDot } from './order-cells';
export { evenly as piecesEvenly, goodsOf, left, problemOf, resized } from './split-model';
export { StepLog } from './step-log';
