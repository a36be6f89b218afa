/** What other modules show of pick-up orders. */
export { pickUpLinks } from './links';
