import { distanceM } from '@tongda/geo/distance';
import type { VehicleState } from '../../kernel/live/state';
import { type Fix, isFast } from '../../kernel/point';
import { type KernelSettings, kernelDefaults } from '../../kernel/settings';
import type { HandlerStep, Passage } from './handler';

/** Sets the motion state (K4) for every fix that is believed now, in order. */
export const setMotion: HandlerStep = (passage) => {
  if (passage.kind !== 'news') return;
  const settings = passage.facts.settingsAt(passage.message.deviceTime);
  keepPatience(passage.state, settings);
  let last = passage.lastFix;
  for (const fix of passage.fixes) {
    setMotionAt(passage.state, last, fix, settings);
    last = fix;
  }
  if (passage.fixes.length === 0) followAcc(passage);
};

/** Keeps the company's offline times in the state where they differ from the default: whoever shows the vehicle later has only the state. */
function keepPatience(state: VehicleState, { offlineMs }: KernelSettings): void {
  const { accOn, accOff } = kernelDefaults.offlineMs;
  if (offlineMs.accOn !== accOn || offlineMs.accOff !== accOff) state.offlineMs = offlineMs;
  else if (state.offlineMs) delete state.offlineMs;
}

/** Sets whether the vehicle moves or stands, since when, and where it stands (the part of K4 that does not depend on the clock). */
function setMotionAt(state: VehicleState, last: Fix | null, fix: Fix, settings: KernelSettings): void {
  const { anchor } = state;
  const standing = fix.acc ? 'idle' : 'parked';
  if (!last || !anchor) {
    state.motion = standing;
    state.motionSince = fix.t;
    state.anchor = toPlace(fix);
    return;
  }
  const running = isFast(last.speedKmh, settings.movingSpeedKmh) && isFast(fix.speedKmh, settings.movingSpeedKmh);
  const displaced = distanceM(anchor.lng, anchor.lat, fix.lng, fix.lat) > settings.stayRadiusM;
  const silent = fix.t - last.t > settings.gapFloorMs;
  // it drove until here and has just come to a stand: nobody is told of a truck that drives with 0 km/h; one that creeps, or tells no speed at all, moves by its places
  const stopped =
    fix.speedKmh !== null &&
    isFast(last.speedKmh, settings.movingSpeedKmh) &&
    !isFast(fix.speedKmh, settings.movingSpeedKmh);
  const motion = running || (displaced && !silent && !stopped) ? 'moving' : standing;
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
