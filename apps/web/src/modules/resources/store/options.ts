import { customerOptions } from '@tongda/contract/base/reference/options';
import { routePage } from '@tongda/contract/ground/transport-route/calls';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/input/remote-select';

export const searchCustomers = async (keyword: string): Promise<Found[]> =>
  (await call(customerOptions, { keyword }, { quiet: true })).map(({ id, name }) => ({ id, name }));
/** Searches all routes, for users who may change routes. */
export const searchRoutes = async (keyword: string): Promise<Found[]> =>
  (await call(routePage, { keyword: keyword || undefined, page: 1, size: 20 }, { quiet: true })).list.map((r) => ({
    id: r.id,
    name: r.routeName,
    note: `${r.startName} → ${r.endName} · ${r.stopCount}站`,
  }));
