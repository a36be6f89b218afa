import type { PresenceMessage } from '@tongda/contract/core/topics';
import type { Gateway } from './server';
import { type Device, findVehicleAt } from './terminal/devices';

/** Tells that a terminal is there, or gone. */
export class Presence {
  private heartbeatOpen = false;

  constructor(
    private readonly gateway: Pick<Gateway, 'bus' | 'options' | 'trouble'>,
    private readonly deviceNow: () => Device,
  ) {}

  /** Passes a heartbeat on; only one of a terminal at a time, so that they do not pile up while the database is away. */
  heartbeat(): void {
    if (this.heartbeatOpen) return;
    this.heartbeatOpen = true;
    void this.tell('heartbeat').then(() => {
      this.heartbeatOpen = false;
    });
  }

  /** Publishes what happened. A failure is only logged, as it will be published again soon. */
  async tell(kind: PresenceMessage['kind']): Promise<void> {
    const { gateway } = this;
    const device = this.deviceNow();
    const at = gateway.options.now();
    const message = { deviceId: device.id, clientId: device.clientId, vehicleId: findVehicleAt(device, at), at, kind };
    try {
      await gateway.bus.publish('presence', device.id, message);
    } catch (error) {
      gateway.trouble(error, 'presence not told');
    }
  }
}
