/** What other pages show of the location page. */
export { NearbyDialog } from './nearby-dialog';
