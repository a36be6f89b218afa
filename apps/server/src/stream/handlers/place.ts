import type { PositionMessage } from '@tongda/contract/core/topics';
import { showSensors } from '../../kernel/live/sensors';
import { setStart } from '../../kernel/live/state';
import { stepWay } from '../../kernel/live/way';
import { rejectionOf } from '../../kernel/motion/hygiene';
import type { Fix } from '../../kernel/point';
import { withoutSentinels } from '../../kernel/temperature/figures';
import type { HandlerStep } from './handler';

/** Takes over speed, ACC, alarm word and sensor readings of the newest report; a reading that is absent keeps its last value. */
export const mergeSensors: HandlerStep = (passage) => {
  if (passage.kind !== 'news') return;
  const { message, state } = passage;
  const c = message.channels;
  state.deviceId = message.deviceId;
  state.reportTime = message.deviceTime;
  state.receiveTime = message.receiveTime;
  state.located = message.located;
  state.acc = message.acc;
  state.speedKmh = message.speedKmh;
  state.alarmBits = message.alarmBits;
  state.statusBits = message.statusBits;
  const co2Ppm = c.co2Ppm ?? state.sensors.co2Ppm;
  const known = state.raw ? { ...state.sensors, ...state.raw } : state.sensors;
  state.sensors = {
    // without sentinels of broken probes, as the trajectory and exports show them
    tempC: c.tempC ? withoutSentinels(c.tempC) : known.tempC,
    humPct: c.humPct ?? known.humPct,
    ...(co2Ppm ? { co2Ppm } : {}),
    fuelL: c.fuelL ?? known.fuelL,
    doorOpen: c.doorOpen ?? known.doorOpen,
    extVoltageV: c.extVoltageV ?? known.extVoltageV,
    battPct: c.battPct ?? known.battPct,
    signal: c.signal ?? known.signal,
    satellites: c.satellites ?? known.satellites,
    reeferOn: c.reeferOn ?? known.reeferOn,
  };
  if (state.sensors.tempC !== known.tempC && state.sensors.tempC.some((temp) => temp !== null))
    state.tempTime = message.deviceTime;
  const { meaning } = passage.facts;
  if (state.raw) delete state.raw;
  if (meaning) showSensors(state, meaning);
};

const toFix = (message: PositionMessage): Fix => ({
  t: message.deviceTime,
  lng: message.lng,
  lat: message.lat,
  speedKmh: message.speedKmh,
  acc: message.acc,
  odometerM: message.odometerM,
  deviceId: message.deviceId,
});

/**
 * Takes the place of a report: whether it is believed (K1) and what it adds to the mileage (K3). A fix too far away is doubted and does not move the
 * marker until the next one agrees with it. A late one only tells where the vehicle's mileage begins.
 */
export const takePlace: HandlerStep = (passage) => {
  const { message, state, facts, kind } = passage;
  if (kind !== 'news' && kind !== 'late') return;
  const fix = toFix(message);
  const { t, lng, lat } = fix;
  if (rejectionOf({ t, lng, lat, receiveTime: message.receiveTime, located: message.located }) !== null) return;
  if (!state.firstFix || t < state.firstFix.t) state.firstFix = { t, odometerM: fix.odometerM };
  setStart(state, facts.initMileageM);
  if (kind === 'late') return;
  const { accepted, closed } = stepWay(state, fix, facts.settingsAt(t), facts.timeZone);
  passage.fixes = accepted;
  passage.closed = closed;
  passage.jump = state.suspect === fix;
  if (passage.jump) return;
  state.fixReceivedAt = message.receiveTime;
  state.directionDeg = message.directionDeg;
  state.altitudeM = message.altitudeM;
};
