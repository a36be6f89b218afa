import type { CommandMessage, CommandResult } from '@tongda/contract/core/topics';
import { writeStatus } from '@tongda/contract/resources/enums';
import { type Kysely, sql } from 'kysely';
import type { Bus } from '../../../../core/bus/topics';
import type { DB } from '../../../../core/generated/db-types';

const statusOf: Readonly<Record<CommandResult['state'], number>> = {
  sent: writeStatus.sent,
  offline: writeStatus.offline,
  done: writeStatus.done,
  failed: writeStatus.failed,
  unsupported: writeStatus.unsupported,
  silent: writeStatus.silent,
};

/**
 * Stores the answers of terminals, and sends waiting commands when their terminal connects. The terminals with waiting commands are kept in memory,
 * so that a heartbeat costs only a look into a set.
 */
export class WriteResults {
  private readonly awaited = new Set<string>();

  constructor(
    private readonly db: Kysely<DB>,
    private readonly bus: Bus,
  ) {}

  /** Starts listening. Commands that were under way when the server stopped wait for their terminal again. */
  async start(): Promise<void> {
    await this.awaitAgain();
    this.bus.subscribe('commandResult', (result) => this.noteResult(result));
    this.bus.subscribe('presence', ({ deviceId, kind }) => {
      if (kind !== 'disconnect' && kind !== 'logout' && this.awaited.has(deviceId)) return this.sendWaiting(deviceId);
    });
    this.bus.subscribe('linked', () => this.awaitAgain());
  }

  private async awaitAgain(): Promise<void> {
    const waiting = await this.db
      .updateTable('write_item')
      .set({ status: writeStatus.offline, updated_at: sql<Date>`now()` })
      .where('status', 'in', [writeStatus.waiting, writeStatus.sent])
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('device_id')
      .execute();
    const offline = await this.db
      .selectFrom('write_item')
      .select('device_id')
      .distinct()
      .where('status', '=', writeStatus.offline)
      .where('expires_at', '>', sql<Date>`now()`)
      .execute();
    for (const { device_id } of [...waiting, ...offline]) this.awaited.add(device_id);
  }

  private async noteResult({ commandId, deviceId, state, params }: CommandResult): Promise<void> {
    const status = statusOf[state];
    if (state === 'offline') this.awaited.add(deviceId);
    await this.db
      .updateTable('write_item')
      .set((eb) => ({
        status,
        answer: params ? JSON.stringify(params) : null,
        tries: state === 'sent' ? eb('tries', '+', 1) : eb.ref('tries'),
        updated_at: sql<Date>`now()`,
      }))
      .where('id', '=', commandId)
      .execute();
  }

  /** Sends the waiting commands of a terminal, the oldest first. */
  private async sendWaiting(deviceId: string): Promise<void> {
    this.awaited.delete(deviceId);
    const rows = await this.db
      .selectFrom('write_item as w')
      .innerJoin('write_task as t', 't.id', 'w.task_id')
      .select(['w.id', 't.command'])
      .where('w.device_id', '=', deviceId)
      .where('w.status', '=', writeStatus.offline)
      .where('w.expires_at', '>', sql<Date>`now()`)
      .orderBy('w.id')
      .execute();
    for (const { id, command } of rows)
      void this.bus.publish('command', deviceId, {
        commandId: id,
        deviceId,
        // the column is jsonb; only `writeTask` fills it, with a command
        command: command as CommandMessage['command'],
      });
  }
}
