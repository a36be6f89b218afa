import { orderCreators, orderSites } from '@tongda/contract/transport/order/calls';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';
import type { Found } from '../../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;
const items = (rows: Array<{ id: string; name: string }>): DictItem[] =>
  rows.map(({ id, name }) => ({ code: id, name }));

/** Choices of the order list and form; stable functions, as the controls want them. */
export const loadOrderSites = async (): Promise<DictItem[]> => items(await call(orderSites, undefined, quiet));
export const loadOrderCreators = async (): Promise<DictItem[]> => items(await call(orderCreators, undefined, quiet));
export const searchOrderSites = (): Promise<Found[]> => call(orderSites, undefined, quiet);
