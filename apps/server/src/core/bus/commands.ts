import type { CommandMessage } from '@tongda/contract/core/topics';
import type { Bus } from './topics';

/** Hands commands to the gateway, in order for each terminal. To be called after the transaction that recorded them was committed. */
export async function publishCommands(bus: Bus, commands: readonly CommandMessage[]): Promise<void> {
  for (const command of commands) await bus.publish('command', command.deviceId, command);
}
