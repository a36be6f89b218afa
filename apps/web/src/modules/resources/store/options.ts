import { customerOptions } from '@tongda/contract/customer/customer';
import { orgOptions } from '@tongda/contract/org/org';
import { storeRoutes } from '@tongda/contract/store/arrivals';
import { routePage } from '@tongda/contract/transport-route/route';
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
/** All routes, for who may change them. */
export const searchRoutes = async (keyword: string): Promise<Found[]> =>
  (await call(routePage, { keyword: keyword || undefined, page: 1, size: 20 }, { quiet: true })).list.map((r) => ({
    id: r.id,
    name: r.routeName,
    note: `${r.startName} → ${r.endName} · ${r.stopCount}站`,
  }));
