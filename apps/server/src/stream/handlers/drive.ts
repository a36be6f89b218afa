import { distanceM } from '@tongda/geo/distance';
import { dayStart } from '../../kernel/day/edges';
import type { VehicleState } from '../../kernel/live/state';
import { stepMileage } from '../../kernel/motion/mileage';
import type { Fix } from '../../kernel/point';
import { type KernelSettings, kernelDefaults } from '../../kernel/settings';
import type { HandlerStep, Passage } from './handler';

/** Adds mileage (K3) and sets the motion state (K4) for every accepted fix, in order. */
export const addDriving: HandlerStep = (passage) => {
  const settings = passage.facts.settingsAt(passage.message.deviceTime);
  if (passage.kind === 'news') keepPatience(passage.state, settings);
  for (const fix of passage.fixes) {
    const from = passage.state.fix;
    if (from) addMileage(passage, from, fix, settings);
    else startMileage(passage, fix);
    setMotion(passage.state, fix, settings);
    passage.state.fix = fix;
  }
  if (passage.kind === 'news' && passage.fixes.length === 0) followAcc(passage);
};

/** Keeps the company's offline times in the state where they differ from the default: whoever shows the vehicle later has only the state. */
function keepPatience(state: VehicleState, { offlineMs }: KernelSettings): void {
  const { accOn, accOff } = kernelDefaults.offlineMs;
  if (offlineMs.accOn !== accOn || offlineMs.accOff !== accOff) state.offlineMs = offlineMs;
  else if (state.offlineMs) delete state.offlineMs;
}

/** The total mileage of a vehicle that is heard for the first time begins with the value entered for it, else with the terminal's odometer. */
function startMileage(passage: Passage, fix: Fix): void {
  const { facts, state } = passage;
  state.totalM = facts.initMileageM > 0 ? facts.initMileageM : (fix.odometerM ?? 0);
}

function addMileage(passage: Passage, last: Fix, fix: Fix, settings: KernelSettings): void {
  const { facts, state, message } = passage;
  const from = passage.swapped ? { ...last, odometerM: null } : last;
  const step = stepMileage(state.mileage, from, fix, settings);
  const metres = step.metres * facts.mileageCoefficient;
  const midnight = dayStart(message.deviceTime, facts.timeZone);
  const share = Math.min(1, Math.max(0, (fix.t - midnight) / (fix.t - from.t)));
  state.mileage = step.state;
  state.todayM += metres * share;
  state.totalM += metres;
}

/** Sets whether the vehicle moves or stands, since when, and where it stands (the part of K4 that does not depend on the clock). */
function setMotion(state: VehicleState, fix: Fix, settings: KernelSettings): void {
  const { fix: last, anchor } = state;
  const standing = fix.acc ? 'idle' : 'parked';
  if (!last || !anchor) {
    state.motion = standing;
    state.motionSince = fix.t;
    state.anchor = toPlace(fix);
    return;
  }
  const running = last.speedKmh >= settings.movingSpeedKmh && fix.speedKmh >= settings.movingSpeedKmh;
  const displaced = distanceM(anchor.lng, anchor.lat, fix.lng, fix.lat) > settings.stayRadiusM;
  const silent = fix.t - last.t > settings.gapFloorMs;
  const motion = running || (displaced && !silent) ? 'moving' : standing;
  if (motion !== state.motion) state.motionSince = motion === 'moving' ? last.t : fix.t;
  state.motion = motion;
  if (motion === 'moving' || displaced) state.anchor = toPlace(fix);
}

const toPlace = ({ lng, lat }: Fix) => ({ lng, lat });

/** A report without a fix: ACC alone can change a standing vehicle between parked and idle. */
function followAcc(passage: Passage): void {
  const { state, message } = passage;
  if (state.motion === null || state.motion === 'moving') return;
  const motion = message.acc ? 'idle' : 'parked';
  if (motion === state.motion) return;
  state.motion = motion;
  state.motionSince = message.deviceTime;
}
