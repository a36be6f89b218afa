/** What the rest of the server uses of `place`: the only file of it that others import. */
export { readPlacesTask } from './import/read-files';
export { loadPlacesForWriting, type WrittenPlace } from './locked';
export { dropPlaces, insertPlaces, restorePlaces } from './register';
export { loadPlaceUses } from './repo';
export {
  changeSite,
  loadLine,
  loadLinePath,
  loadNamedPlaces,
  loadPlacesById,
  loadRegions,
  placeWrites,
  siteShapeOf,
  usedByText,
} from './service';
export { truckLimitAreas } from './truck-limits';
export { groundWords, measuredShape } from './write';
