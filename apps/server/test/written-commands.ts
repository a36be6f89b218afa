import type { TerminalCommand } from '@tongda/contract/core/topics';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';
import type { TestApp } from './test-app';

/** How a terminal answers a task of 写入设备, as a gateway writes it down. */
const states = {
  sent: { state: instructionSending.sent, cause: '' },
  done: { state: instructionSending.done, cause: '' },
  unsupported: { state: instructionSending.refused, cause: 'unsupported' },
  silent: { state: instructionSending.noAnswer, cause: 'silent' },
  expired: { state: instructionSending.expired, cause: 'expired' },
} as const;

/** What of 写入设备 waits in the queue for terminals, and answers to it in place of a gateway. */
export function writtenCommands({ database }: TestApp) {
  const db = database.systemDb;
  let seen = 0;
  return {
    /** Forgets what was given so far. */
    begin: async (): Promise<void> => {
      const { id } = await db
        .selectFrom('device_command')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow();
      seen = Number(id ?? 0);
    },
    /** What was given since, the oldest first. */
    heard: async (): Promise<Array<{ commandId: string; deviceId: string; command: TerminalCommand }>> => {
      const rows = await db
        .selectFrom('device_command as c')
        .innerJoin('write_task as t', (j) => j.on(sql<boolean>`t.id = (c.params->>'taskId')::bigint`))
        .select(['c.id as commandId', 'c.device_id as deviceId', 't.command'])
        .where('c.id', '>', String(seen))
        .orderBy('c.id')
        .execute();
      // the column is jsonb; only `writeTask` fills it, with a command
      return rows.map((row) => ({ ...row, command: row.command as unknown as TerminalCommand }));
    },
    /** The terminal's answer to the newest one. */
    tell: async (state: keyof typeof states, params?: Array<{ id: number; hex: string }>): Promise<void> => {
      await db
        .updateTable('device_command')
        .set((eb) => ({
          ...states[state],
          ...(state === 'sent' ? { attempts: eb('attempts', '+', 1) } : {}),
          ...(params ? { answer: JSON.stringify({ params }) } : {}),
        }))
        .where('id', '=', (eb) =>
          eb
            .selectFrom('device_command')
            .select((max) => max.fn.max('id').as('id'))
            .where('kind', '=', 'write'),
        )
        .execute();
    },
  };
}
