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
      if (topic === 'presence' && isLogin(message as PresenceMessage)) return Promise.resolve();
      return bus.publish(
        topic,
        key,
        topic === 'position'
          ? ((message as readonly PositionMessage[]).map(inTime) as unknown as typeof message)
          : message,
      );
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
