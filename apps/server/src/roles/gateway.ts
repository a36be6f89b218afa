import type { App, Stop } from '../core/run/app';
import { historyArrivedInTime } from '../demo/history-in-time';
import { startGateway } from '../gateway/listeners';

/** The gateway role: listens for terminals, puts what they report on the bus, and sends commands from the bus to them. */
export async function startGatewayRole({ config, bus, database, blobs, log, metrics }: App): Promise<Stop> {
  const gateway = await startGateway({
    port: config.GATEWAY_PORT,
    host: config.HOST,
    bus: config.DEMO === '1' ? historyArrivedInTime(bus) : bus,
    db: database.pool,
    blobs,
    log,
    metrics,
  });
  // Terminals were bound, renamed or removed: the next frame looks them up again.
  const subscriptions = [
    bus.subscribe('accessChanged', () => gateway.invalidateDevices()),
    bus.subscribe('command', (message) => gateway.command(message)),
  ];
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await gateway.stop();
  };
}
