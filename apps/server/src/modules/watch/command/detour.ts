import { type CommandOrder, type MakerWay, makerWayOf } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';

/** Commands that carry what somebody typed; texts are also those of 写入设备. */
type Typed =
  | Extract<CommandOrder, { kind: 'raw' | 'custom' | 'control' | 'setParams' }>
  | { kind: 'text'; text: string };

/** A text as terminals compare it: they look at neither blanks nor case, and many do without the mark at its end. */
function plain(text: string): string {
  const typed = text.replace(/[\s\0]/gu, '').toUpperCase();
  let end = typed.length;
  while (end > 0 && typed[end - 1] === '#') end--;
  return typed.slice(0, end);
}
/** Texts of messages are GBK (JT/T 808, 4.2). */
const gbk = new TextDecoder('gbk');

/** Whether a message of the catalogue, bytes in hex, says what the model's command says. */
function bodySays(msgId: number, hex: string, way: MakerWay): boolean {
  switch (way.by) {
    case 'control':
      return msgId === 0x8105 && Number.parseInt(hex.slice(0, 2), 16) === way.command;
    case 'text':
      // after the flags, and the kind that 2019 has
      return (
        msgId === 0x8300 &&
        [1, 2].some((at) => plain(gbk.decode(Buffer.from(hex, 'hex').subarray(at))) === plain(way.text))
      );
    case 'raw':
      return msgId === 0x8900 && Number.parseInt(hex.slice(0, 2), 16) === way.type && hex.slice(2) === way.hex;
    case 'bits':
      return msgId === 0x8500 && hex === way.bits.toString(16).padStart(2, '0');
    case 'vehicle':
      return msgId === 0x8500 && hex.includes(way.type.toString(16).padStart(4, '0') + way.hex);
    case 'setting': {
      const length = (way.hex.length / 2).toString(16).padStart(2, '0');
      return msgId === 0x8103 && hex.includes(way.id.toString(16).padStart(8, '0') + length + way.hex);
    }
    case 'fuel':
      return msgId === 0xa006;
  }
}

function says(order: Typed, way: MakerWay): boolean {
  switch (order.kind) {
    case 'text':
      return way.by === 'text' && plain(order.text) === plain(way.text);
    case 'raw':
      return !('lock' in order) && way.by === 'raw' && order.type === way.type && order.hex.toLowerCase() === way.hex;
    case 'control':
      return way.by === 'control' && order.command === way.command;
    case 'setParams':
      return way.by === 'setting' && order.values.some(({ id, hex }) => id === way.id && hex.toLowerCase() === way.hex);
    case 'custom':
      return bodySays(order.msgId, order.hex.toLowerCase(), way);
  }
}

const isTyped = (order: CommandOrder | Typed): order is Typed =>
  ['text', 'raw', 'custom', 'control', 'setParams'].includes(order.kind);

/**
 * Why a command may not go to some of the terminals: with it their models cut fuel and power, or restore them, which has rules of its own (speed, second person).
 * By device; those that may have it are not in it.
 */
export async function findDetours(
  trx: Trx,
  deviceIds: readonly string[],
  order: CommandOrder | { kind: 'text'; text: string } | null,
): Promise<Map<string, string>> {
  if (order === null || !isTyped(order) || deviceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; model: string; cut: string | null; restore: string | null }>`
    select d.id::text as id, m.name as model, m.cut_command as cut, m.restore_command as restore
    from device d left join portable_device p on p.terminal_id = d.id and p.deleted_at is null
      join device_model m on m.id = coalesce(p.model_id, d.model_id)
    where d.id = any(${[...deviceIds]}::bigint[]) and (m.cut_command is not null or m.restore_command is not null)`.execute(
    trx,
  );
  return new Map(
    rows.flatMap(({ id, model, cut, restore }) => {
      const what = saysOf(order, cut) ? '断油断电' : saysOf(order, restore) ? '恢复油电' : null;
      return what === null ? [] : [[id, `这是型号 ${model} 的${what}指令，请用“${what}”下发`] as const];
    }),
  );
}

function saysOf(order: Typed, command: string | null): boolean {
  const way = makerWayOf(command);
  return way !== null && says(order, way);
}
