import { carrierOptions, customerOptions } from '@tongda/contract/base/reference/options';
import { userOptions } from '@tongda/contract/company/user/calls';
import type { Input } from '@tongda/contract/core/endpoint';
import { deviceOptions } from '@tongda/contract/resources/device/calls';
import { driverOptions } from '@tongda/contract/resources/driver/calls';
import { fleetOptions } from '@tongda/contract/resources/fleet/calls';
import { storeOptions } from '@tongda/contract/resources/store/calls';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';
import type { Found } from '../../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;
const toItems = (rows: Array<{ id: string; name: string }>): DictItem[] =>
  rows.map(({ id, name }) => ({ code: id, name }));

/** Choices of filters, forms and dialogs; stable functions, as the controls want them. */
export const loadFleets = async (): Promise<DictItem[]> => toItems(await call(fleetOptions, {}, quiet));

export const searchFleets = (keyword: string): Promise<Found[]> => call(fleetOptions, { keyword }, quiet);
export const searchCarriers = (keyword: string): Promise<Found[]> => call(carrierOptions, { keyword }, quiet);
export const searchDrivers = async (keyword: string): Promise<Found[]> =>
  (await call(driverOptions, { keyword }, quiet)).map(({ id, name, phone, fleetName }) => ({
    id,
    name,
    note: [phone, fleetName].filter(Boolean).join(' '),
  }));
export const searchCustomers = async (keyword: string): Promise<Found[]> =>
  (await call(customerOptions, { keyword }, quiet)).map(({ id, name, code }) => ({ id, name, note: code }));
const makeStoreSearch =
  (only: Omit<Input<typeof storeOptions>, 'keyword'>) =>
  async (keyword: string): Promise<Found[]> =>
    (await call(storeOptions, { ...only, keyword }, quiet)).map(({ id, name, code, customerName }) => ({
      id,
      name,
      note: [code, customerName].filter(Boolean).join(' '),
    }));
/** Stores and warehouses in use. */
export const searchStores = makeStoreSearch({});
export const searchShops = makeStoreSearch({ nodeType: nodeTypeList.store });
export const searchWarehouses = makeStoreSearch({ nodeType: nodeTypeList.warehouse });
/** Those with a place on the map. */
export const searchLocatedStores = makeStoreSearch({ located: true });
/** Terminals in stock. */
export const searchDevices = async (keyword: string): Promise<Found[]> =>
  (await call(deviceOptions, { keyword }, quiet)).map(({ id, name, simNo, model }) => ({
    id,
    name,
    note: [simNo && simNo !== name ? simNo : '', model].filter(Boolean).join(' '),
  }));

/** People by name, account or phone. */
export const searchUsers = async (keyword: string): Promise<Found[]> =>
  (await call(userOptions, { keyword }, quiet)).map(({ id, name, accountCode, orgName }) => ({
    id,
    name: `${name}（${accountCode}）`,
    note: orgName,
  }));

/** The first hundred people, for filters and multiple choice. */
export const loadUsers = async (): Promise<DictItem[]> =>
  (await searchUsers('')).map(({ id, name }) => ({ code: id, name }));

/** What a field points at now, by its name, for select boxes that search. */
export const toFound = (id: string | null | undefined, name: string | undefined): Found | null =>
  id && name ? { id, name } : null;
