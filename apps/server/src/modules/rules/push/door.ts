/** What the rest of the server uses of `push`: the only file of it that others import. */
export { describeSends } from './told';
export { beyondError, madeBy, refuseBeyond, refuseWider, tellsBeyond } from './whole';
