import type { StoreDetail } from '@tongda/contract/resources/store/calls';
import type { Values } from '../../../kit/form/edit-schema';

/** What the form begins with: a loaded store, or a new one. */
export function toForm(store: StoreDetail | null): Values {
  if (!store)
    return {
      nodeType: 2,
      unloadMinutes: 30,
      cargoPlatform: 0,
      status: 1,
      timeWindows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '10:00' }],
      temperatureTypes: [],
      evidence: [],
      shape: null,
    };
  const { storeName, storeCode, customerId, orgId, nodeType, contact, address, timeWindows, unloadMinutes } = store;
  const { cargoPlatform, temperatureTypes, vehicleLimit, evidence, status, remark, shape } = store;
  return {
    storeName,
    storeCode,
    customerId,
    orgId,
    nodeType,
    contact,
    phone: store.phone || null,
    address,
    timeWindows,
    unloadMinutes,
    cargoPlatform,
    temperatureTypes,
    vehicleLimit,
    evidence,
    status,
    remark,
    shape,
  };
}

/** A copy keeps everything but what only one store may have. */
export const toCopy = (store: StoreDetail): Values => ({ ...toForm(store), storeCode: '', storeName: '', shape: null });

/** What is sent beside the form: which store, as it was read. */
export const toInput = (values: Values, store: StoreDetail | null): Values =>
  store ? { ...values, id: store.id, version: store.version } : values;
