import { placeOptions } from '@tongda/contract/ground/place/calls';
import { placeType } from '@tongda/contract/ground/place/enums';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;

/** Choices of the forms; stable functions, as the controls want them. */
export const searchLines = async (keyword: string): Promise<Found[]> =>
  (await call(placeOptions, { keyword, kind: 'line' }, quiet)).map(({ id, name }) => ({ id, name }));

/** A site or area that a route may stop at. */
export interface StopPlace extends Found {
  lng: number;
  lat: number;
}
export const searchStops = async (keyword: string): Promise<StopPlace[]> =>
  (await call(placeOptions, { keyword, kind: 'site' }, quiet)).map(
    ({ id, name, placeType: type, address, lng, lat }) => ({
      id,
      name,
      note: [placeType.label(type), address].filter(Boolean).join(' '),
      lng,
      lat,
    }),
  );
