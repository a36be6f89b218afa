import { customerOptions } from '@tongda/contract/customer/customer';
import { orgOptions } from '@tongda/contract/org/org';
import { storeRoutes } from '@tongda/contract/store/arrivals';
import { call } from '../../kit/api';
import type { DictItem } from '../../kit/dict-cache';
import type { Found } from '../../kit/remote-select';
import type { TreeItem } from '../../kit/tree-options';

/** Departments; a stable function, as the controls want it. */
export const loadOrgs = (): Promise<TreeItem[]> => call(orgOptions, undefined, { quiet: true });

export const searchCustomers = async (keyword: string): Promise<Found[]> =>
  (await call(customerOptions, { keyword }, { quiet: true })).map(({ id, name }) => ({ id, name }));
export const loadCustomers = async (): Promise<DictItem[]> =>
  (await call(customerOptions, {}, { quiet: true })).map(({ id, name }) => ({ code: id, name }));
export const loadRoutes = async (): Promise<DictItem[]> =>
  (await call(storeRoutes, undefined, { quiet: true })).map(({ id, name }) => ({ code: id, name }));
