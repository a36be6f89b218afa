import { withoutEnding } from '@tongda/contract/core/field/ending';
import { paramIds, terminalParams } from '@tongda/contract/resources/card/terminal-params';
import { writeContent } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../../core/http/errors';
import { visibleVehicleRows } from '../../../base/org/door';
import { writeStatusNow } from '../../../watch/command/door';
import { profileNameSql } from '../../item-profile/door';
import { commandOfLine, describeAnswer } from '../write/repo';
import { loadTargets, writeTask } from '../write/service';

interface Param {
  id: number;
  hex: string;
}

/** Asks the terminal of a vehicle for all its parameters (0x8104) as a task of 写入设备; answers the number of the task. */
export async function requestConfig(ctx: Ctx, vehicleId: string): Promise<{ taskNo: string }> {
  const { taskNo } = await ctx.db(async (trx) => {
    const { deviceId, plateNo } = await loadTerminal(trx, ctx, vehicleId);
    if (deviceId === null) throw blockedByRule(`车辆${plateNo}没有绑定终端，无法读取设备配置`);
    const targets = await loadTargets(trx, ctx, [vehicleId]);
    const task = { command: { kind: 'readParams' } as const, summary: '读取设备配置' };
    return writeTask(trx, ctx, writeContent.readParams, task, targets);
  });
  return { taskNo };
}

/** A vehicle that the caller sees, with its present terminal and that terminal's model; 4004 otherwise. */
async function loadTerminal(trx: Trx, ctx: Ctx, vehicleId: string) {
  const found = await trx
    .selectFrom('vehicle as v')
    .leftJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`b.during @> now()`))
    .leftJoin('device as d', 'd.id', 'b.device_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .select(['v.plate_no as plateNo', 'd.id as deviceId', 'm.id as modelId'])
    .select([
      sql<string>`coalesce(d.terminal_no, '')`.as('terminalNo'),
      sql<string>`coalesce(m.name, d.model, '')`.as('model'),
      profileNameSql(sql`d.item_profile`).as('itemProfile'),
    ])
    .select(['m.tem_count as tem', 'm.door_count as door', 'm.oil_count as oil', 'm.camera_count as camera'])
    .where('v.id', '=', vehicleId)
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .executeTakeFirst();
  if (!found) throw notFound('车辆');
  return found;
}

/** The newest request to the terminal for its parameters, and its newest answer, which may be of an earlier request. */
export function loadConfig(ctx: Ctx, vehicleId: string) {
  return ctx.db(async (trx) => {
    const { deviceId, modelId, terminalNo, model, itemProfile, tem, door, oil, camera } = await loadTerminal(
      trx,
      ctx,
      vehicleId,
    );
    const lines = trx
      .selectFrom('write_item as w')
      .innerJoin('write_task as t', 't.id', 'w.task_id')
      .leftJoin('device_command as c', 'c.id', 'w.command_id')
      .leftJoin('app_user as u', 'u.id', 't.created_by')
      .select(commandOfLine(ctx))
      .select(['t.task_no as taskNo', writeStatusNow.as('status'), sql<Param[] | null>`w.answer`.as('answer')])
      .select([
        sql<string>`coalesce(u.name, '')`.as('userName'),
        wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone).as('askTime'),
        wireTimeSql(sql<Date>`w.updated_at`, ctx.timeZone).as('time'),
      ])
      .where('w.client_id', '=', ctx.clientId)
      .where('w.vehicle_id', '=', vehicleId)
      .where('w.device_id', '=', deviceId ?? '0')
      .where('t.content', '=', writeContent.readParams)
      .orderBy('w.id', 'desc')
      .limit(1);
    const asked = await lines.executeTakeFirst();
    const told = asked?.answer ? asked : await lines.where('w.answer', 'is not', null).executeTakeFirst();
    return {
      terminalNo,
      model,
      itemProfile,
      channels: modelId === null ? null : { tem: tem ?? 0, door: door ?? 0, oil: oil ?? 0, camera: camera ?? 0 },
      asked: asked
        ? {
            taskNo: asked.taskNo,
            time: asked.askTime,
            userName: asked.userName,
            status: asked.status,
            words: asked.answer ? '' : describeAnswer(null, asked.status, asked),
          }
        : null,
      answer: told?.answer ? { time: told.time, ...describeParams(told.answer) } : null,
    };
  });
}

function describeParams(params: readonly Param[]) {
  const bytesOf = (wanted: number): Buffer | null => {
    const found = params.find(({ id }) => id === wanted);
    return found ? Buffer.from(found.hex, 'hex') : null;
  };
  return {
    params: params.map(({ id, hex }) => ({ id, label: labelOf(id), value: describeValue(id, hex) })),
    // bytes: channels with sound and picture, with sound alone, with picture alone
    cameras: ((bytes) => (bytes && bytes.length >= 3 ? (bytes[0] ?? 0) + (bytes[2] ?? 0) : null))(
      bytesOf(paramIds.cameras),
    ),
    plate: ((bytes) => (bytes ? decodeText(bytes) : null))(bytesOf(paramIds.plate)),
  };
}

const labelOf = (id: number): string =>
  terminalParams.get(id)?.label ?? `参数 0x${id.toString(16).toUpperCase().padStart(4, '0')}`;

/** Texts of terminals are encoded in GBK and padded with zero bytes. */
const decodeText = (bytes: Uint8Array): string => withoutEnding(new TextDecoder('gbk').decode(bytes), '\0').trim();

/** The value of a parameter as it is shown: a number with its unit, a text, or the bytes in hex for a parameter that we do not know. */
function describeValue(id: number, hex: string): string {
  const param = terminalParams.get(id);
  const bytes = Buffer.from(hex, 'hex');
  if (id === paramIds.cameras && bytes.length >= 3)
    return `音视频${bytes[0]}路，仅音频${bytes[1]}路，仅视频${bytes[2]}路`;
  if (!param) return hex;
  if (param.text) return decodeText(bytes);
  if (bytes.length === 0 || bytes.length > 6) return hex;
  const code = bytes.readUIntBE(0, bytes.length);
  if (param.words) return param.words[code] ?? String(code);
  const value = code * (param.scale ?? 1);
  return `${Math.round(value * 10) / 10}${param.unit ? ` ${param.unit}` : ''}`;
}
