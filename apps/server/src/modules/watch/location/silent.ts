import { type LiveVehicle, motionState } from '@tongda/contract/core/live';

/** Live state of a vehicle that never reported. */
export function silentVehicle(vehicleId: string): LiveVehicle {
  return {
    vehicleId,
    state: motionState.never,
    stateSince: 0,
    deviceTime: null,
    receiveTime: null,
    lng: null,
    lat: null,
    speedKmh: null,
    directionDeg: null,
    altitudeM: null,
    acc: false,
    located: false,
    todayMileageM: 0,
    totalMileageM: 0,
    alarmBits: 0,
    statusBits: 0,
    tempC: [],
    humPct: [],
    fuelL: [],
    doorOpen: [],
    extVoltageV: null,
    battPct: null,
    signal: null,
    satellites: null,
    reeferOn: null,
    lateCount: 0,
  };
}
