/** What the rest of the server uses of `transport-route`: the only file of it that others import. */
export { changeCall } from './calls';
export { departuresAround, learnRuns } from './learning';
export { markRunsDue, routeWrites } from './service';
