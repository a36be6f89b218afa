/** What other modules show of orders. */

export { ItemsField } from './items-field';
export { orderLinks } from './links';
export { OrderStatusDot } from './order-cells';
export { newItem } from './order-form';
export { evenly as piecesEvenly, goodsOf, left, problemOf, resized } from './split-model';
export { StepLog } from './step-log';
