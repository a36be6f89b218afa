import type { PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import type { Bus } from '../core/bus/topics';
import { demoClients } from './people/users';

/** Radio and gateway need about this long in the demo's past. */
const linkMs = 1_000;

/**
 * The demo's days before today are sent in one go on the first start, so all of them would count as back-filled. This bus lets points of the
 * demo company that had a radio link when they were taken arrive in time; what came as blind-area catch-up stays late. That a terminal logs in
 * to send its past is not told: a truck that went silent this morning would count as heard of now, beside an alarm that says since when it is
 * silent. Who is there reports or sends its heartbeat within a minute. Demo mode only.
 */
export function historyArrivedInTime(bus: Bus): Pick<Bus, 'publish'> {
  return {
    publish: (topic, key, message) => {
      // the topic names the type of its message, which the compiler does not carry from one parameter to the other
      if (topic === 'presence' && isLogin(message as PresenceMessage)) return Promise.resolve();
      if (topic !== 'position') return bus.publish(topic, key, message);
      // as above: the message of this topic is a list of positions
      return bus.publish('position', key, (message as readonly PositionMessage[]).map(inTime));
    },
  };
}

const isLogin = ({ clientId, kind }: PresenceMessage): boolean =>
  clientId === demoClients.cold.id && (kind === 'auth' || kind === 'register');

/** The point as it would have been received. */
export function inTime(message: PositionMessage): PositionMessage {
  if (message.clientId !== demoClients.cold.id || !message.late || message.catchUp) return message;
  return { ...message, late: false, receiveTime: message.deviceTime + linkMs };
}
