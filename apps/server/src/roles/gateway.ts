import type { App, Stop } from '../core/app';
import { startGateway } from '../gateway/listeners';

/** Listens for terminals and puts what they say on the bus. */
export async function startGatewayRole({ config, bus, database, log, metrics }: App): Promise<Stop> {
  const gateway = await startGateway({ port: config.GATEWAY_PORT, host: config.HOST, bus, db: database.pool, log, metrics });
  return () => gateway.stop();
}
