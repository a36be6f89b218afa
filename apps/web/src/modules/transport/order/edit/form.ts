import { keysOf } from '@tongda/contract/core/keys';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { orderFields, orderItem } from '@tongda/contract/transport/order/fields';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  orderType,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/transport/waybill/enums';
import type { Values } from '../../../../kit/form/edit-schema';

const names = keysOf(orderFields.shape);

/** A line of goods while it is being typed; `key` tells lines apart. */
export interface ItemDraft {
  key: string;
  itemId: string | null;
  /** item name it was picked from */
  cargoId: string | null;
  cargoName: string;
  spec: string | null;
  packUnit: string;
  pieces: number | null;
  weightKg: number | null;
  volumeM3: number | null;
  temperatureType: number | null;
  batchNo: string | null;
  expireOn: string | null;
}

let serial = 0;
export const newItem = (kind: number | null = temperatureType.frozen): ItemDraft => ({
  key: `n${++serial}`,
  itemId: null,
  cargoId: null,
  cargoName: '',
  spec: null,
  packUnit: '箱',
  pieces: null,
  weightKg: null,
  volumeM3: null,
  temperatureType: kind,
  batchNo: null,
  expireOn: null,
});

/** What a new order starts from. */
const blankOrder = (): Values => ({
  businessType: serviceMode.lessThanTruck,
  freightPayMode: freightPayMode.monthly,
  priority: orderPriority.normal,
  orderType: orderType.forward,
  pickUpFlag: pickUpFlag.pickedUp,
  deliveryMode: deliveryMode.delivered,
  temperatureType: temperatureType.frozen,
  preCool: false,
  receiptRequire: receiptRequire.electronic,
  receiptCopies: 0,
  items: [newItem()],
});

/** Form values of a loaded order, or of a new one. */
export function toForm(loaded: OrderDetail | null): Values {
  if (loaded === null) return blankOrder();
  // a loaded order has every field that is entered
  const fields: Values = Object.fromEntries(names.map((name) => [name, loaded[name as keyof OrderDetail]]));
  return { ...fields, items: loaded.items.map((item) => ({ ...item, key: item.itemId })) };
}

/** A copy: the same goods between the same places; numbers and times are the new order's own. */
export function toCopy(source: OrderDetail): Values {
  const { items, ...fields } = toForm(source);
  const own: string[] = ['customerOrderNo', 'pickFrom', 'pickTo', 'arriveFrom', 'arriveTo'];
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name))),
    // toForm put them there
    items: (items as ItemDraft[]).map((item) => ({ ...item, key: `n${++serial}`, itemId: null })),
  };
}

/** What the server wants beside the fields. */
export const toInput = (values: Values, loaded: OrderDetail | null): Values =>
  loaded === null ? values : { ...values, orderCode: loaded.orderCode, version: loaded.version };

export type ItemFaults = Partial<Record<keyof ItemDraft, string>>;

/** What is wrong with a line, by its cell. */
export function faultsOf(item: ItemDraft): ItemFaults {
  const parsed = orderItem.safeParse(item);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
}
