import type { PositionMessage } from '@tongda/contract/core/topics';
import { showSensors } from '../../kernel/live/sensors';
import { impliedKmh, rejectionOf } from '../../kernel/motion/hygiene';
import type { Fix } from '../../kernel/point';
import { withoutSentinels } from '../../kernel/temperature/figures';
import type { HandlerStep, Passage } from './handler';

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
  const { meaning } = passage.facts;
  if (state.raw) delete state.raw;
  if (meaning) showSensors(state, meaning);
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
  const fix = fixOf(message);
  const { t, lng, lat } = fix;
  if (rejectionOf({ t, lng, lat, receiveTime: message.receiveTime, located: message.located }) !== null) return;
  const { speedMaxKmh } = passage.facts.settingsAt(t);
  const far = (from: Fix | null) => from !== null && impliedKmh(from, fix) > speedMaxKmh;
  if (!far(state.fix)) {
    acceptFixes(passage, [fix], message);
  } else if (state.suspect && !far(state.suspect)) {
    acceptFixes(passage, [state.suspect, fix], message);
  } else {
    passage.jump = true;
    state.suspect = fix;
  }
};

function acceptFixes(passage: Passage, fixes: Fix[], message: PositionMessage): void {
  const { state } = passage;
  passage.fixes = fixes;
  state.suspect = null;
  state.fixReceivedAt = message.receiveTime;
  state.directionDeg = message.directionDeg;
  state.altitudeM = message.altitudeM;
}
