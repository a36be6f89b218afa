/** What the rest of the server uses of `place`: the only file of it that others import. */
export { dropPlaces, insertPlaces } from './insert';
export { loadPlacesForWriting, type WrittenPlace } from './locked';
export { loadPlaceUses } from './repo';
export {
  changePlace,
  dropPlace,
  insertPlace,
  loadLine,
  loadLinePath,
  loadNamedPlaces,
  loadPlacesById,
  loadRegions,
  siteShapeOf,
  usedByText,
} from './service';
export { truckLimitAreas } from './truck-limits';
export { groundWords, measuredShape } from './write';
