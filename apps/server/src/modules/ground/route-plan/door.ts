/** What the rest of the server uses of `route-plan`: the only file of it that others import. */
export { timeBestOrder, timeStops } from './calc';
export { listPlansOfDriver, notePlanRead } from './driver';
export { roundedPath } from './places';
export { sendPlan } from './send';
export { type PlanWay, type PlanWrites, planTerminal } from './terminal';
export { measureAlongLine } from './ways';
