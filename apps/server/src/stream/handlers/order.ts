import { dayStart, localDay } from '../../kernel/day/edges';
import type { VehicleState } from '../../kernel/live/state';
import { addOpen } from '../../kernel/live/way';
import { bridgeMaxMs, isClockWrong } from '../../kernel/settings';
import type { HandlerStep } from './handler';

/** From when on a late report changes today's mileage, also as the fix that today's first stretch begins with. */
const edgeOf = ({ edgeT }: VehicleState, midnight: number): number =>
  Math.min(midnight, Math.max(edgeT ?? 0, midnight - bridgeMaxMs));

/**
 * Decides by its time what a report is (K1, K2). Only one newer than everything shown is news. A late one never moves the vehicle on the map; it is
 * counted and has today's mileage computed again. One with an impossible clock only shows that the terminal is alive.
 */
export const sortByTime: HandlerStep = (passage) => {
  const { message, facts } = passage;
  const { reportTime } = passage.state;
  passage.state.lastPacketAt = Math.max(passage.state.lastPacketAt, message.receiveTime);
  if (isClockWrong(message.deviceTime, message.receiveTime)) {
    passage.kind = 'clockWrong';
  } else if (reportTime === null || message.deviceTime > reportTime) {
    passage.kind = 'news';
  } else if (message.deviceTime === reportTime) {
    passage.kind = 'again';
  } else {
    passage.kind = 'late';
    const ofToday = localDay(message.deviceTime, facts.timeZone) === passage.state.day;
    const nearToday = message.deviceTime >= edgeOf(passage.state, dayStart(reportTime, facts.timeZone));
    passage.state.lateCount += ofToday ? 1 : 0;
    passage.state.dirty ||= nearToday;
  }
};

/** Starts a new day on the company's clock at the first report that belongs to it: today's mileage and the number of late points begin at zero. */
export const rollDay: HandlerStep = (passage) => {
  if (passage.kind !== 'news') return;
  const { state, message } = passage;
  const day = localDay(message.deviceTime, passage.facts.timeZone);
  if (day !== state.day) {
    if (state.day !== '') addOpen(state, state.day, state.todayM);
    state.day = day;
    state.todayM = 0;
    state.lateCount = 0;
    state.dirty = false;
  }
  if (message.late) state.lateCount++;
};
