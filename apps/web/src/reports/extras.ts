import type { RouteKey } from '@tongda/contract/shell/routes';
import { useAlarmHandling } from './alarm/handling';
import { useOverTemperature } from './cold-chain/over-temperature';
import { usePreCooling } from './cold-chain/pre-cooling';
import { useTemHum } from './cold-chain/tem-hum';
import { useDispatch } from './customized/dispatch';
import { useSendLog, useSubscribeLog } from './customized/interface-logs';
import { useLineBinding } from './customized/line-binding';
import { useOperationLog } from './customized/operation-log';
import { useTripTemperature } from './customized/temperature';
import { useVehicleBinding } from './customized/vehicle-binding';
import { useAbnormalOil } from './driving/abnormal-oil';
import { useExternalVehicle } from './driving/external-vehicle';
import { useInOutPoint } from './driving/in-out-point';
import { useParkingMap } from './driving/parking-map';
import { useRefuel } from './driving/refuel';
import { useTrip } from './driving/trip';
import { useTripSetting } from './driving/trip-setting';
import type { UseReportExtras } from './kit/extras';
import { usePunctuality } from './operation/punctuality';
import { useOverseas } from './recorder/overseas';

/** What screens of reports do beyond showing, by screen: one line each. A report that only shows has none. */
export const extrasOf: Partial<Record<RouteKey, UseReportExtras>> = {
  overTemperatureAlarmReport: useAlarmHandling,
  speedingAlarmReport: useAlarmHandling,
  humidityAlarmReport: useAlarmHandling,
  doorMagnetAlarmReport: useAlarmHandling,
  carbonDioxideAlarmReport: useAlarmHandling,
  parkingAlarmReport: useAlarmHandling,
  fatigueDrivingAlarmReport: useAlarmHandling,
  deviceAbnormalAlarmReport: useAlarmHandling,
  vehicleMalfunctionAlarmReport: useAlarmHandling,
  refuelReport: useRefuel,
  abnormalOilReport: useAbnormalOil,
  tripReport: useTrip,
  externalVehicleQueryReport: useExternalVehicle,
  inOutPointReport: useInOutPoint,
  parkingMap: useParkingMap,
  overTemperatureReport: useOverTemperature,
  preCoolingReport: usePreCooling,
  temHumReport: useTemHum,
  operationLog: useOperationLog,
  punctualityReport: usePunctuality,
  interfaceSendLog: useSendLog,
  interfaceSubscribeLog: useSubscribeLog,
  customLineBindingList: useLineBinding,
  customDispatchList: useDispatch,
  vehicleBindingList: useVehicleBinding,
  customTemperatureReport: useTripTemperature,
  travelSetting: useTripSetting,
  temHumOverseasReport: useOverseas,
};
