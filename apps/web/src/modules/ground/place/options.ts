import { orgOptions } from '@tongda/contract/org/org';
import { districtSearch } from '@tongda/contract/place/find';
import { call } from '../../kit/api';
import type { Found } from '../../kit/remote-select';
import type { TreeItem } from '../../kit/tree-options';

const quiet = { quiet: true } as const;

/** Choices of the forms; stable functions, as the controls want them. */
export const loadOrgs = (): Promise<TreeItem[]> => call(orgOptions, undefined, quiet);
const levels = { province: '省', city: '市', county: '区县' } as const;
export const searchDistricts = async (keyword: string): Promise<Found[]> =>
  keyword.trim() === ''
    ? []
    : (await call(districtSearch, { keyword }, quiet)).map(({ adcode, name, level }) => ({
        id: adcode,
        name,
        note: levels[level],
      }));
