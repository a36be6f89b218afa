/** What other modules show of orders. */

export { ItemsField } from './items-field';
export { orderLinks } from './links';
export { OrderStatusDot } from './order-cells';
export { newItem } from './order-form';
export { SplitBoard } from './split-board';
export { evenly as piecesEvenly, goodsOf } from './split-model';
export { StepLog } from './step-log';
