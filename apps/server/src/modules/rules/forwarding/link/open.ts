import { forwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import type { Outbound } from '../../../../core/notify/outbound';
import { httpLink } from './http';
import { jt809Link } from './jt809';
import { mqttLink } from './mqtt';
import type { Link, LinkTarget } from './shape';

/** The link of a target's protocol. Nothing is connected before it is used. */
export function openLink(net: Outbound, target: LinkTarget, now: () => number): Link {
  if (target.protocol === forwardProtocol.mqtt) return mqttLink(net, target);
  return target.protocol === forwardProtocol.jt809 ? jt809Link(net, target) : httpLink(net, target, now);
}
