import type { PortableReadingMessage, PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import type { Bus } from '../core/bus/topics';
import { demoClients } from './people/users';

/** Delay of radio and gateway in the demo's past, ms. */
const linkMs = 1_000;

/**
 * A bus for demo mode. On the first start the demo's past days are sent in one go, and all of their points would count as late. Through this bus,
 * points of the demo company that had a radio link when they were taken arrive in time; those of blind areas stay late. It drops the log-ins of
 * terminals that send their past: a truck that has been silent since this morning would otherwise count as online, beside an alarm that says it is
 * silent. A terminal that is really online reports or sends a heartbeat within a minute.
 */
export function historyArrivedInTime(bus: Bus): Pick<Bus, 'publish'> {
  return {
    publish: (topic, key, message) => {
      // the topic names the type of its message, which the compiler does not carry from one parameter to the other
      if (topic === 'presence' && isLogin(message as PresenceMessage)) return Promise.resolve();
      if (topic === 'portable')
        // as above: the message of this topic is a list of readings
        return bus.publish('portable', key, (message as readonly PortableReadingMessage[]).map(receivedInTime));
      if (topic !== 'position') return bus.publish(topic, key, message);
      // as above: the message of this topic is a list of positions
      return bus.publish('position', key, (message as readonly PositionMessage[]).map(receivedInTime));
    },
  };
}

const isLogin = ({ clientId, kind }: PresenceMessage): boolean =>
  clientId === demoClients.cold.id && (kind === 'auth' || kind === 'register');

/** The point as if it had been received right after it was measured, not late: only late live points of the cold-chain company change. */
export function receivedInTime<T extends PositionMessage | PortableReadingMessage>(message: T): T {
  if (message.clientId !== demoClients.cold.id || !message.late || message.catchUp) return message;
  return { ...message, late: false, receiveTime: message.deviceTime + linkMs };
}
