import { placeOptions } from '@tongda/contract/ground/place/calls';
import { placeType } from '@tongda/contract/ground/place/enums';
import { call } from '../../kit/call/api';
import type { Found } from '../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;

/** Own sites and areas by name; a stable function, as the controls want it. */
export const searchSites = async (keyword: string): Promise<Found[]> =>
  (await Promise.all((['site', 'region'] as const).map((kind) => call(placeOptions, { keyword, kind }, quiet))))
    .flat()
    .map(({ id, name, placeType: type, address }) => ({
      id,
      name,
      note: [placeType.label(type), address].filter(Boolean).join(' '),
    }));

/** Electronic lines by name. */
export const searchLines = async (keyword: string): Promise<Found[]> =>
  (await call(placeOptions, { keyword, kind: 'line' }, quiet)).map(({ id, name }) => ({ id, name }));
