/** What the rest of the server uses of `resource-auth`: the only file of it that others import. */

export { copyGrantsIn, copyGrantsOfPlace } from './copy';
export { changeJurisdiction, listJurisdiction } from './jurisdiction';
export { endGrantsOf, namesOfGrants } from './leaver';
export { openLock } from './lock/open';
