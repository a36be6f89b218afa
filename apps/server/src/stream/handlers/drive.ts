import { distanceM } from '@tongda/geo/distance';
import { dayStart } from '../../kernel/day';
import type { VehicleState } from '../../kernel/live-state';
import { mileageStep } from '../../kernel/mileage';
import type { Fix } from '../../kernel/point';
import { gapFloorMs, kernelDefaults } from '../../kernel/settings';
import type { HandlerStep, Passage } from './handler';

/** Adds mileage (K3) and decides the motion state (K4) for every accepted fix, in order. */
export const drive: HandlerStep = (passage) => {
  for (const fix of passage.fixes) {
    const from = passage.state.fix;
    if (from) addMileage(passage, from, fix);
    else startMileage(passage, fix);
    passage.state = { ...passage.state, ...motionOf(passage.state, fix), fix };
  }
  if (passage.kind === 'news' && passage.fixes.length === 0) followAcc(passage);
};

/** A vehicle heard for the first time starts from its entered mileage, or from the terminal's odometer. */
function startMileage(passage: Passage, fix: Fix): void {
  const { facts, state } = passage;
  passage.state = { ...state, totalM: facts.initMileageM > 0 ? facts.initMileageM : (fix.odometerM ?? 0) };
}

function addMileage(passage: Passage, last: Fix, fix: Fix): void {
  const { facts, state, message } = passage;
  const from = passage.swapped ? { ...last, odometerM: null } : last;
  const step = mileageStep(state.mileage, from, fix, kernelDefaults);
  const metres = step.metres * facts.mileageCoefficient;
  const midnight = dayStart(message.deviceTime, facts.timeZone);
  const share = Math.min(1, Math.max(0, (fix.t - midnight) / (fix.t - from.t)));
  passage.state = {
    ...state,
    mileage: step.state,
    todayM: state.todayM + metres * share,
    totalM: state.totalM + metres,
  };
}

type Motion = Pick<VehicleState, 'motion' | 'motionSince' | 'anchor'>;

function motionOf(state: VehicleState, fix: Fix): Motion {
  const { fix: last, anchor } = state;
  const standing = fix.acc ? 'idle' : 'parked';
  if (!last || !anchor) return { motion: standing, motionSince: fix.t, anchor: place(fix) };
  const running = last.speedKmh >= kernelDefaults.movingSpeedKmh && fix.speedKmh >= kernelDefaults.movingSpeedKmh;
  const displaced = distanceM(anchor.lng, anchor.lat, fix.lng, fix.lat) > kernelDefaults.stayRadiusM;
  const silent = fix.t - last.t > gapFloorMs;
  const motion = running || (displaced && !silent) ? 'moving' : standing;
  const since = motion === state.motion ? state.motionSince : motion === 'moving' ? last.t : fix.t;
  return { motion, motionSince: since, anchor: motion === 'moving' || displaced ? place(fix) : anchor };
}

const place = ({ lng, lat }: Fix) => ({ lng, lat });

/** Without a fix only ACC can change the state of a standing vehicle. */
function followAcc(passage: Passage): void {
  const { state, message } = passage;
  if (state.motion === null || state.motion === 'moving') return;
  const motion = message.acc ? 'idle' : 'parked';
  if (motion !== state.motion) passage.state = { ...state, motion, motionSince: message.deviceTime };
}
