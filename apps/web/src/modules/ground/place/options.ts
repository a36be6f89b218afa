import { orgOptions } from '@tongda/contract/base/org/calls';
import { districtSearch } from '@tongda/contract/ground/place/find';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/remote-select';
import type { TreeItem } from '../../../kit/form/tree-options';

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
