import { roleOptions } from '@tongda/contract/role/role';
import { call } from '../../kit/api';
import type { DictItem } from '../../kit/dict-cache';

export { MenuPreview } from './menu-preview';

/** Roles as choices of filters. */
export const loadRoles = async (): Promise<DictItem[]> =>
  (await call(roleOptions, undefined, { quiet: true })).map(({ id, name }) => ({ code: id, name }));

/** Roles that the user may give; disabled ones say so. */
export const loadGivableRoles = async (): Promise<DictItem[]> =>
  (await call(roleOptions, undefined, { quiet: true }))
    .filter(({ mayGive }) => mayGive)
    .map(({ id, name, status }) => ({ code: id, name: status === 1 ? name : `${name}（已停用）` }));
