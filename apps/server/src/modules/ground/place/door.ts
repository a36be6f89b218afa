/** What the rest of the server uses of `place`: the only file of it that others import. */
export { dropPlaces, insertPlaces } from './insert';
export { placesForWriting, type WrittenPlace } from './locked';
export {
  changePlace,
  dropPlace,
  groundWords,
  insertPlace,
  lineById,
  linePath,
  placesById,
  placesOf,
  placeUsers,
  regionsById,
  shapeFor,
  usedBy,
} from './service';
export { truckLimitAreas } from './truck-limits';
export { measured } from './write';
