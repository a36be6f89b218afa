import { districtSearch } from '@tongda/contract/ground/place/find';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;

const levels = { province: '省', city: '市', county: '区县' } as const;
/** Choices of a form; a stable function, as the control wants it. */
export const searchDistricts = async (keyword: string): Promise<Found[]> =>
  keyword.trim() === ''
    ? []
    : (await call(districtSearch, { keyword }, quiet)).map(({ adcode, name, level }) => ({
        id: adcode,
        name,
        note: levels[level],
      }));
