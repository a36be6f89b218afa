/** What the rest of the server uses of `org`: the only file of it that others import. */
export { audienceSql, companyHasMenu, isConcernedSql } from './audience';
export { type BoundTo, bindingsOf, codesAt, isBoundAt, isProgram } from './bound';
export { calcPeriodsOf, loadCalcPeriods, readCalcPeriods } from './calc-settings';
export { saveJurisdiction } from './extensions';
export { ordersToPay } from './home';
export { carrierScope, customerScope, orderScope, waybillScope } from './order-scope';
export {
  givableRoles,
  grantsBeyond,
  guardAccounts,
  guardGiven,
  refusalsFor,
  visitWriteRole,
} from './reach';
export {
  anyCustomer,
  hasShares,
  orgOrNone,
  orgScope,
  type ScopeOf,
  scopeName,
  seesAll,
  visibleDevices,
  visiblePlaces,
  visibleResources,
  visibleStores,
  visibleTerminals,
  visibleVehicleRows,
  visibleVehicles,
} from './scope';
export { orgWay } from './way';
