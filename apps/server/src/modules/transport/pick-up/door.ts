/** What the rest of the server uses of `pick-up`: the only file of it that others import. */
export { findPickUp as pickUpInFull } from './repo';
