/** What the rest of the server uses of `order`: the only file of it that others import. */
export { setFollow } from './follow';
export { itemsOf } from './goods';
export type { LockedOrder } from './locked';
export { logSteps, type StepAuthor, stepsOf } from './log';
export { giveSites } from './places';
export { draftReturn, withdrawReturn } from './return';
export { addOrder, orderInFull } from './service';
export { divideInTwo } from './split';
export { lockOrders, refreshStatus } from './state';
