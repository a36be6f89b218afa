import { type OrderField, type OrderFields, orderDicts, orderLabels } from '@tongda/contract/transport/order/fields';
import type { Wording } from '../../../core/record/words';

const itemWords = (list: unknown): string =>
  // `items` of the form is the only field with this wording
  (list as OrderFields['items'])
    .map((item) => `${item.cargoName}${item.pieces}${item.packUnit} ${item.weightKg}kg ${item.volumeM3}m³`)
    .join('；');
/** How change histories word the fields of an order. */
export const orderWording: Wording<OrderField> = {
  labels: orderLabels,
  dicts: orderDicts,
  refs: { customerId: 'customer', originSiteId: 'site', destSiteId: 'site' },
  own: { items: itemWords },
};
