/** What other modules use of places: the only file of it that others import. */
export { type KnownPlace, PlacesSelect, usePlaceNames } from './places-select';
