import type { PositionMessage } from '@tongda/contract/topics';
import { impliedKmh, rejectionOf } from '../../kernel/hygiene';
import type { VehicleState } from '../../kernel/live-state';
import type { Fix } from '../../kernel/point';
import { kernelDefaults } from '../../kernel/settings';
import type { HandlerStep, Passage } from './handler';

/** Takes over what a report says of itself: speed, ACC, alarm word, sensors (a reading that is absent keeps its last value). */
export const mergeSensors: HandlerStep = (passage) => {
  if (passage.kind !== 'news') return;
  const { message, state } = passage;
  const c = message.channels;
  passage.state = {
    ...state,
    deviceId: message.deviceId,
    reportTime: message.deviceTime,
    receiveTime: message.receiveTime,
    located: message.located,
    acc: message.acc,
    speedKmh: message.speedKmh,
    alarmBits: message.alarmBits,
    statusBits: message.statusBits,
    sensors: {
      tempC: c.tempC ?? state.sensors.tempC,
      humPct: c.humPct ?? state.sensors.humPct,
      fuelL: c.fuelL ?? state.sensors.fuelL,
      doorOpen: c.doorOpen ?? state.sensors.doorOpen,
      extVoltageV: c.extVoltageV ?? state.sensors.extVoltageV,
      battPct: c.battPct ?? state.sensors.battPct,
      signal: c.signal ?? state.sensors.signal,
      satellites: c.satellites ?? state.sensors.satellites,
      reeferOn: c.reeferOn ?? state.sensors.reeferOn,
    },
  };
};

const fixOf = (message: PositionMessage): Fix => ({
  t: message.deviceTime,
  lng: message.lng,
  lat: message.lat,
  speedKmh: message.speedKmh,
  acc: message.acc,
  odometerM: message.odometerM,
});

/**
 * K1 without knowing the next point: a fix faster than speedMax away is doubted and does not move the marker. If the next one agrees
 * with it, it was real and both count; if the next one agrees with the last good fix, it was a jump.
 */
export const filterJumps: HandlerStep = (passage) => {
  if (passage.kind !== 'news') return;
  const { message, state } = passage;
  if (rejectionOf({ ...message, t: message.deviceTime }) !== null) return;
  const fix = fixOf(message);
  const far = (from: Fix | null) => from !== null && impliedKmh(from, fix) > kernelDefaults.speedMaxKmh;
  if (!far(state.fix)) {
    accept(passage, [fix], message);
  } else if (state.suspect && !far(state.suspect)) {
    accept(passage, [state.suspect, fix], message);
  } else {
    passage.jump = true;
    passage.state = { ...state, suspect: fix };
  }
};

function accept(passage: Passage, fixes: Fix[], message: PositionMessage): void {
  passage.fixes = fixes;
  const state: VehicleState = { ...passage.state, suspect: null, fixReceivedAt: message.receiveTime };
  passage.state = { ...state, directionDeg: message.directionDeg, altitudeM: message.altitudeM };
}
