/** What the rest of the server uses of `place`: the only file of it that others import. */
export { dropPlaces, insertPlaces } from './insert';
export { placesForWriting, type WrittenPlace } from './locked';
export { usersOf as placeUsers } from './repo';
export {
  changePlace,
  dropPlace,
  insertPlace,
  lineById,
  linePath,
  placesById,
  placesOf,
  regionsById,
  shapeFor,
  usedBy,
} from './service';
export { truckLimitAreas } from './truck-limits';
export { groundWords, measured } from './write';
