/** What the rest of the server uses of `route-plan`: the only file of it that others import. */
export { bestTimed, timed } from './calc';
export { notePlanRead, plansOfDriver } from './driver';
export { points } from './places';
export { sendPlan } from './send';
export { type PlanWay, type PlanWrites, planTerminal } from './terminal';
export { alongLine } from './ways';
