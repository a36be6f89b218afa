import { carrierOptions } from '@tongda/contract/carrier/carrier';
import { deviceOptions } from '@tongda/contract/device/device';
import { driverOptions } from '@tongda/contract/driver/driver';
import { fleetOptions } from '@tongda/contract/fleet/fleet';
import { orgOptions } from '@tongda/contract/org/org';
import { call } from '../../kit/api';
import type { DictItem } from '../../kit/dict-cache';
import type { Found } from '../../kit/remote-select';
import type { TreeItem } from '../../kit/tree-options';

const quiet = { quiet: true } as const;
const items = (rows: Array<{ id: string; name: string }>): DictItem[] =>
  rows.map(({ id, name }) => ({ code: id, name }));

/** Choices of the filters and dialogs; stable functions, as the controls want them. */
export const loadOrgs = (): Promise<TreeItem[]> => call(orgOptions, undefined, quiet);
export const loadFleets = async (): Promise<DictItem[]> => items(await call(fleetOptions, {}, quiet));
export const loadCarriers = async (): Promise<DictItem[]> => items(await call(carrierOptions, {}, quiet));

export const searchFleets = (keyword: string): Promise<Found[]> => call(fleetOptions, { keyword }, quiet);
export const searchCarriers = (keyword: string): Promise<Found[]> => call(carrierOptions, { keyword }, quiet);
export const searchDrivers = async (keyword: string): Promise<Found[]> =>
  (await call(driverOptions, { keyword }, quiet)).map(({ id, name, phone, fleetName }) => ({
    id,
    name,
    note: [phone, fleetName].filter(Boolean).join(' '),
  }));
/** Terminals in stock. */
export const searchDevices = async (keyword: string): Promise<Found[]> =>
  (await call(deviceOptions, { keyword }, quiet)).map(({ id, name, simNo, model }) => ({
    id,
    name,
    note: [simNo && simNo !== name ? simNo : '', model].filter(Boolean).join(' '),
  }));
