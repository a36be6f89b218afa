import { roleOptions } from '@tongda/contract/company/role/calls';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';

/** Roles as choices of filters. */
export const loadRoles = async (): Promise<DictItem[]> =>
  (await call(roleOptions, undefined, { quiet: true })).map(({ id, name }) => ({ code: id, name }));

/** Roles that the user may give; disabled ones say so. */
export const loadGivableRoles = async (): Promise<DictItem[]> =>
  (await call(roleOptions, undefined, { quiet: true }))
    .filter(({ mayGive }) => mayGive)
    .map(({ id, name, status }) => ({ code: id, name: status === 1 ? name : `${name}（已停用）` }));
