import type { StoreDetail } from '@tongda/contract/resources/store/calls';
import type { Values } from '../../../kit/form/edit-schema';

/** Values of the form for a loaded store, or for a new one (null). */
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

/** Values for a copy: everything but code, name and position, which belong to one store only. */
export const toCopy = (store: StoreDetail): Values => ({ ...toForm(store), storeCode: '', storeName: '', shape: null });

/** The input of the call: the form's values, and for a change the store's id and version. */
export const toInput = (values: Values, store: StoreDetail | null): Values =>
  store ? { ...values, id: store.id, version: store.version } : values;
