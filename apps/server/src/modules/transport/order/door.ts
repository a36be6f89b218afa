/** What the rest of the server uses of `order`: the only file of it that others import. */
export { setFollow } from './follow';
export { loadItemsOf as itemsOf } from './goods';
export type { LockedOrder } from './locked';
export {
  conflictOf,
  enteredAtSql,
  happenedAtSql,
  isStepOf,
  type LogObject,
  loadingSteps,
  loadStepsOf as stepsOf,
  logSteps,
  type StepAuthor,
} from './log';
export { assignNearestSites as giveSites } from './places';
export { type Acting, actionColumns, allowedOrderActions, sumOrders } from './repo';
export { draftReturn, withdrawReturn } from './return';
export { addOrder, loadOrder as orderInFull } from './service';
export { divideInTwo } from './split';
export { lockOrders, refreshStatus } from './state';
export { loadPiecesOf, piecesOnHand, releaseEmptyTrips, totalledPieces, updateTotals } from './trip-totals';
