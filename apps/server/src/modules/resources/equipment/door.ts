/** What the rest of the server uses of `equipment`: the only file of it that others import. */

export { startLockDesk } from './lock/desk';
export { type FoundPortable, findPortable } from './portable-repo';
