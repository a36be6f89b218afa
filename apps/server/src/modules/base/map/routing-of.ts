import type { Config } from '../../../config';
import { osrmEngine } from './osrm';
import type { RoutingEngine } from './routing';

/** The configured engine; null: ways are estimated. */
export const routingOf = ({ ROUTING_URL }: Pick<Config, 'ROUTING_URL'>): RoutingEngine | null =>
  ROUTING_URL ? osrmEngine(ROUTING_URL) : null;
