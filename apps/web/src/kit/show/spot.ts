import { none } from './format';

/** Six decimals of a degree are a decimetre: more says nothing, fewer miss a gate. */
const decimals = 6;

/** One coordinate, as every page shows it. */
export const degreesText = (degrees: number | null): string => degrees?.toFixed(decimals) ?? none;

/** A spot as longitude and latitude: `121.473701, 31.230416`. */
export const spotText = (lng: number | null, lat: number | null): string =>
  lng === null || lat === null ? none : `${degreesText(lng)}, ${degreesText(lat)}`;
