import { userOptions } from '@tongda/contract/company/user/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';
import type { Found } from '../../../kit/form/remote-select';

export { NewPassword } from './new-password';

/** People by name, account or phone. */
export const searchUsers = async (keyword: string): Promise<Found[]> =>
  (await call(userOptions, { keyword }, { quiet: true })).map(({ id, name, accountCode, orgName }) => ({
    id,
    name: `${name}（${accountCode}）`,
    note: orgName,
  }));

/** The first hundred people, for filters and multiple choice. */
export const loadUsers = async (): Promise<DictItem[]> =>
  (await searchUsers('')).map(({ id, name }) => ({ code: id, name }));

/** The form of a user. */
export const userEditLink = (id: string): string => href(routes.userEdit, 'enterprise', { id });
