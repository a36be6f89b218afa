/** What other modules show of orders. */

export { StepLog } from './detail/step-log';
export { newItem } from './edit/form';
export { ItemsField } from './edit/items-field';
export { orderLinks } from './links';
export { SplitBoard } from './split/board';
export { goodsOf, splitEvenly as piecesEvenly } from './split/model';
export { OrderStatusRing } from './status-ring';
