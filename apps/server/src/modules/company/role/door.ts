/** What the rest of the server uses of `role`: the only file of it that others import. */
export { givableRoles, guardLastAdmin, guardRolesToGive, wantProofForRoles } from './guard';
export { addStandardRoles, renewStandardRoles, rightsInRows, type StandardRole, standardRoles } from './standard';
