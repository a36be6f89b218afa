import type { TerminalCommand } from '@tongda/contract/core/topics';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { paceOf } from '@tongda/contract/watch/command/kind';
import { nextLife } from '@tongda/contract/watch/command/life';
import type { CommandStore, SentLately, SentMessage, TakenCommand } from '../src/gateway/command/store';

/** A queue of tasks of 写入设备 in memory, for gateways without a database. */
export class FakeQueue implements CommandStore {
  private readonly rows: Array<TakenCommand & { deviceId: string }> = [];
  /** what was written of the commands, in its order: state and cause */
  readonly noted: string[] = [];
  /** what terminals answered */
  readonly answers: unknown[] = [];
  /** the messages that went out, of the last command that is over */
  sent: SentMessage[] = [];

  give(deviceId: string, written: TerminalCommand): void {
    const id = String(this.rows.length + 1);
    const order = { kind: 'write', taskId: id, content: written.kind } as const;
    const state = instructionSending.queued;
    const whose = { clientId: '1', vehicleId: null, userId: null };
    const row = { ...whose, id, kind: order.kind, order, written, state, attempts: 0, strayed: null, slow: true };
    this.rows.push({ ...row, deviceId });
  }

  private waits = ({ state }: TakenCommand): boolean => state === instructionSending.queued;

  waiting = async (): Promise<string[]> => this.rows.filter(this.waits).map(({ deviceId }) => deviceId);

  async take(deviceId: string): Promise<TakenCommand | null> {
    const row = this.rows.find((one) => one.deviceId === deviceId && this.waits(one));
    if (!row) return null;
    row.state = instructionSending.sent;
    row.attempts++;
    this.noted.push('sent');
    return row;
  }

  note: CommandStore['note'] = async (command, event, { answer, sent } = {}) => {
    const { repeatable, attempts } = paceOf(command.order);
    const next = nextLife({ ...command, repeatable, maxAttempts: attempts }, event);
    if (!next) return false;
    command.state = next.state;
    this.noted.push(`${instructionSending.label(next.state)}${next.cause && ` ${next.cause}`}`);
    if (answer !== undefined) this.answers.push(answer);
    if (sent) this.sent = [sent, ...(sent.more ?? [])];
    return true;
  };

  noteSent = async (): Promise<void> => undefined;
  noteOwn = async (): Promise<void> => undefined;
  forsaken = async (): Promise<TakenCommand[]> => [];
  overdue = async (): Promise<TakenCommand[]> => [];
  sentLately = async (): Promise<SentLately> => ({ commands: [], own: [] });
  noteProgress = async (): Promise<boolean> => false;
  upgrading = async (): Promise<null> => null;
  expire = async (): Promise<TakenCommand[]> => [];
}
