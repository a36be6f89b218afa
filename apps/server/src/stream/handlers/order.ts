import { hourMs } from '@tongda/contract/core/durations';
import { dayStart, localDay } from '../../kernel/day/edges';
import { isClockWrong } from '../../kernel/settings';
import type { HandlerStep } from './handler';

/** a late report up to this long before midnight still changes today's first segment */
const edgeMs = hourMs;

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
    const nearToday = message.deviceTime >= dayStart(reportTime, facts.timeZone) - edgeMs;
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
    state.day = day;
    state.todayM = 0;
    state.lateCount = 0;
    state.dirty = false;
  }
  if (message.late) state.lateCount++;
};
