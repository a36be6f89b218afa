/** What the rest of the server uses of `role`: the only file of it that others import. */
export { guardLastAdmin, guardRolesToGive, requireProofForRoles } from './guard';
export {
  addStandardRoles,
  renewStandardRoles,
  rowsOfRights,
  type StandardRole,
  standardRoles,
} from './standard';
