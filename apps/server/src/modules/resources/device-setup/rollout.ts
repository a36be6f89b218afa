import { publishStatus } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { upgradeStatus } from '@tongda/contract/resources/device/enums';
import {
  failureLimit,
  type PackageRow,
  stageShares,
  toldIn,
  type UpgradeItemRow,
  type UpgradeTaskRow,
  type upgradeAct,
  upgradeItems,
  type upgradeStart,
  upgradeTaskState,
  type upgradeTasks,
} from '@tongda/contract/resources/device-setup/package';
import { compareVersions } from '@tongda/contract/watch/command/edition-enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireColumnOrNull } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, illegalTransition, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { holdTotal } from '../../../core/record/totals';
import { commandWords, type Giver, storeCommands } from '../../watch/command/door';
import { loadPackage, packageRegister, upgradeFailed, upgradeStrayed } from './package';

interface Found {
  deviceNo: string;
  deviceId: string;
  portableId: string | null;
  clientId: string;
  vehicleId: string | null;
  model: string;
  firmware: string | null;
  busy: boolean;
}

/** Terminals and recorders of a package's model, of all companies; or those with one of the numbers. */
async function loadDevices(trx: Trx, { model }: PackageRow, numbers: readonly string[]): Promise<Found[]> {
  const named = sql<boolean>`x.no = any(${[...numbers, ...numbers.map(terminalForm)]}::text[])`;
  const { rows } = await sql<Found>`
    select x.no as "deviceNo", x.device_id::text as "deviceId", x.portable_id::text as "portableId", x.client_id::text as "clientId",
      x.vehicle_id::text as "vehicleId", x.model, x.firmware,
      exists (select from upgrade_item i join upgrade_task t on t.id = i.task_id where i.device_id = x.device_id and t.state in (1, 2)
        and i.result is null) as busy
    from (
      select d.terminal_no as no, d.id as device_id, null::bigint as portable_id, d.client_id, v.id as vehicle_id, coalesce(d.model, '') as model,
        nullif(d.fw_version, '') as firmware
      from device d left join device_binding b on b.device_id = d.id and b.during @> now() left join vehicle v on v.id = b.vehicle_id and v.deleted_at is null
      where d.deleted_at is null
      union all
      select p.device_no, p.terminal_id, p.id, p.client_id, null, coalesce(m.name, p.model, ''), p.fw_version
      from portable_device p left join device_model m on m.id = p.model_id where p.deleted_at is null and p.phone_key is not null) x
    where ${numbers.length > 0 ? named : sql<boolean>`x.model = ${model}`} order by x.device_id limit 5001`.execute(
    trx,
  );
  return rows;
}

/** Why a package is not for a device; '' when it is. */
export function upgradeRefusal(
  { model, fwVersion, minVersion, force }: Pick<PackageRow, 'model' | 'fwVersion' | 'minVersion' | 'force'>,
  device: Pick<Found, 'model' | 'firmware' | 'busy'> | undefined,
): string {
  if (!device) return '没有这台设备，或没有终端编号';
  if (device.model !== model) return `型号为${device.model || '未登记'}，升级包只适用于${model}`;
  if (device.busy) return '还有升级任务没有结束';
  const { firmware } = device;
  if (firmware === null || force) return '';
  if ((compareVersions(firmware, fwVersion) ?? -1) >= 0) return `固件已是${firmware}，不需要升级`;
  return minVersion !== null && (compareVersions(firmware, minVersion) ?? 0) < 0
    ? `固件${firmware}低于最低版本${minVersion}，请先升级到${minVersion}`
    : '';
}

/** 升级: makes a roll-out and begins its first stage. */
export function startUpgrade(
  ctx: Ctx,
  { id, deviceNos, reason }: Parsed<typeof upgradeStart>,
): Promise<Output<typeof upgradeStart>> {
  return ctx.db(async (trx) => {
    const of = await loadPackage(trx, ctx, id);
    if (of.status !== publishStatus.published) throw blockedByRule(`升级包${of.name}没有发布`);
    const devices = await loadDevices(trx, of, deviceNos);
    const numbers = [...new Set(deviceNos.length > 0 ? deviceNos : devices.map(({ deviceNo }) => deviceNo))];
    const chosen: Found[] = [];
    const left: Array<{ deviceNo: string; msg: string }> = [];
    for (const deviceNo of numbers) {
      // a recorder's number is its own, that of a terminal may be written without the zero before it
      const same = devices.filter((device) => [deviceNo, terminalForm(deviceNo)].includes(device.deviceNo));
      const good = same.filter((device) => upgradeRefusal(of, device) === '');
      if (good.length > 0) chosen.push(...good);
      else left.push({ deviceNo, msg: upgradeRefusal(of, same[0]) });
    }
    if (chosen.length === 0)
      throw blockedByRule(left[0] ? `没有可升级的设备：${left[0].msg}` : `没有型号为${of.model}的设备`);
    const { id: taskId } = await trx
      .insertInto('upgrade_task')
      .values({ client_id: ctx.clientId, package_id: id, reason, created_by: ctx.userId, created_name: ctx.userName })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addItems(trx, ctx, taskId, chosen);
    await sendStage(trx, ctx, taskId, 1);
    await recordChanges(trx, ctx, [
      {
        entity: packageRegister.entity,
        entityId: id,
        action: '升级',
        changes: [{ field: 'task', label: '设备', before: '', after: `${chosen.length}台（${reason}）` }],
      },
    ]);
    return { id: taskId, total: chosen.length, left };
  });
}

async function addItems(trx: Trx, ctx: Ctx, taskId: string, devices: readonly Found[]): Promise<void> {
  const rows = devices.map(({ deviceId, portableId, clientId }, i) => ({
    device_id: deviceId,
    portable_id: portableId,
    owner_id: clientId,
    stage: stageShares.findIndex((_, at) => i < toldIn(at + 1, devices.length)) + 1,
  }));
  await sql`insert into upgrade_item (client_id, task_id, device_id, portable_id, owner_id, stage)
    select ${ctx.clientId}, ${taskId}, r.device_id, r.portable_id, r.owner_id, r.stage
    from jsonb_populate_recordset(null::upgrade_item, ${JSON.stringify(rows)}::jsonb) r`.execute(trx);
}

/** Puts the commands of a stage into the queue, each to where its device is mounted now. */
export async function sendStage(trx: Trx, ctx: Giver, taskId: string, stage: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
    deviceId: string;
    portableId: string | null;
    ownerId: string;
    vehicleId: string | null;
    packageId: string;
    fwVersion: string;
    name: string;
    reason: string;
  }>`
    select i.id::text as id, i.device_id::text as "deviceId", i.portable_id::text as "portableId", i.owner_id::text as "ownerId",
      b.vehicle_id::text as "vehicleId", u.id::text as "packageId", u.fw_version as "fwVersion", u.name, t.reason
    from upgrade_item i join upgrade_task t on t.id = i.task_id join upgrade_package u on u.id = t.package_id
      left join device_binding b on b.device_id = i.device_id and i.portable_id is null and b.during @> now()
    where i.task_id = ${taskId} and i.stage = ${stage} and i.command_id is null and i.result is null`.execute(trx);
  const [first] = rows;
  if (!first) return;
  const { packageId, fwVersion, name, reason } = first;
  const made = await storeCommands(
    trx,
    ctx,
    rows.map((row) => ({
      id: row.vehicleId,
      clientId: row.ownerId,
      deviceId: row.deviceId,
      portableId: row.portableId,
    })),
    { order: { kind: 'upgrade', packageId, fwVersion }, summary: `升级到 ${fwVersion}（${name}）`, reason },
  );
  for (const row of rows)
    await trx
      .updateTable('upgrade_item')
      .set({ command_id: made.get(row.deviceId) ?? null })
      .where('id', '=', row.id)
      .execute();
}

/**
 * What became of a device `i` with its command `c`. Who did not come in time (8), or was mounted elsewhere before, has not failed: nobody knows yet whether the
 * firmware suits him.
 */
const itemState = sql<
  UpgradeItemRow['state']
>`coalesce(i.result, case when c.id is null or c.state = 0 then ${sql.lit(upgradeStatus.queued)}::int
  when c.state in (1, 7) then ${sql.lit(upgradeStatus.sending)}::int when c.state = 2 then ${sql.lit(upgradeStatus.done)}::int
  when c.state in (6, 8) or ${upgradeStrayed} then ${sql.lit(upgradeStatus.cancelled)}::int else ${sql.lit(upgradeStatus.failed)}::int end)`;
const inState = (state: number) => sql<number>`(count(*) filter (where ${itemState} = ${sql.lit(state)}))::int`;

export const listTasks = (ctx: Ctx, { id }: Parsed<typeof upgradeTasks>): Promise<UpgradeTaskRow[]> =>
  ctx.db((trx) =>
    trx
      .selectFrom('upgrade_task as t')
      .innerJoin('upgrade_item as i', 'i.task_id', 't.id')
      .leftJoin('device_command as c', 'c.id', 'i.command_id')
      .where('t.client_id', '=', ctx.clientId)
      .where('t.package_id', '=', id)
      .groupBy('t.id')
      .select(['t.id', 't.stage', 't.reason', 't.created_name as createUser'])
      .select([
        sql<UpgradeTaskRow['state']>`t.state`.as('state'),
        sql<number>`count(*)::int`.as('total'),
        inState(upgradeStatus.queued).as('waiting'),
        inState(upgradeStatus.sending).as('sending'),
        inState(upgradeStatus.done).as('ok'),
        inState(upgradeStatus.failed).as('failed'),
        wireColumn('t.created_at', ctx.timeZone).as('createTime'),
        wireColumnOrNull('t.ended_at', ctx.timeZone).as('endTime'),
      ])
      .orderBy('t.id', 'desc')
      .execute(),
  );

/** A page of the devices of a roll-out, those that failed first. */
export function pageItems(ctx: Ctx, q: Parsed<typeof upgradeItems>): Promise<Output<typeof upgradeItems>> {
  return ctx.db(async (trx) => {
    const from = trx
      .selectFrom('upgrade_item as i')
      .leftJoin('device_command as c', 'c.id', 'i.command_id')
      .leftJoin('device as d', (j) => j.onRef('d.id', '=', 'i.device_id').on('i.portable_id', 'is', null))
      .leftJoin('portable_device as p', 'p.id', 'i.portable_id')
      .leftJoin('vehicle as v', 'v.id', 'c.vehicle_id')
      .innerJoin('client as k', 'k.id', 'i.owner_id')
      .where('i.client_id', '=', ctx.clientId)
      .where('i.task_id', '=', q.id);
    const rows = await from
      .select(['i.id', 'i.stage', 'k.name as clientName', 'c.cause', 'c.answer as told', 'c.state as commandState'])
      .select([
        sql<string>`coalesce(d.terminal_no, p.device_no, '')`.as('deviceNo'),
        sql<string>`coalesce(v.plate_no, p.name, '')`.as('name'),
        itemState.as('state'),
      ])
      .orderBy(sql`${itemState} = ${sql.lit(upgradeStatus.failed)} desc, i.stage, i.id`)
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, upgradeItems, q, async () => {
      const { n } = await from.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const list = rows.map(({ cause, told, commandState, ...row }) => ({
      ...row,
      answer:
        commandState === null
          ? ''
          : commandWords(
              { kind: 'upgrade', state: commandState, cause: cause ?? '', answer: told, order: null },
              ctx.timeZone,
            ),
    }));
    return { list, total, page: q.page, size: q.size };
  });
}

/** 继续 what failures have stopped, or 取消: commands that have not gone out are taken back. */
export function actOnTask(ctx: Ctx, { id, act }: Parsed<typeof upgradeAct>): Promise<null> {
  return ctx.db(async (trx) => {
    const task = await trx
      .selectFrom('upgrade_task')
      .selectAll()
      .where('id', '=', id)
      .where('client_id', '=', ctx.clientId)
      .forUpdate()
      .executeTakeFirst();
    if (!task) throw notFound('升级任务');
    const words = upgradeTaskState.label(task.state);
    if (act === 'go') {
      if (task.state !== upgradeTaskState.stopped) throw illegalTransition(`任务${words}，不需要继续`);
      // what failed so far does not stop it again
      await sql`update upgrade_item i set result = ${upgradeStatus.failed} from device_command c
        where i.task_id = ${id} and c.id = i.command_id and ${upgradeFailed} and i.result is null`.execute(trx);
      await trx
        .updateTable('upgrade_task')
        .set({ state: upgradeTaskState.running, ended_at: null })
        .where('id', '=', id)
        .execute();
    } else {
      if (task.state === upgradeTaskState.done || task.state === upgradeTaskState.cancelled)
        throw illegalTransition(`任务${words}，不能取消`);
      await sql`update device_command c set state = 6, ended_at = now() from upgrade_item i
        where i.task_id = ${id} and c.id = i.command_id and c.state = 0`.execute(trx);
      await sql`update upgrade_item set result = ${upgradeStatus.cancelled} where task_id = ${id} and command_id is null`.execute(
        trx,
      );
      await trx
        .updateTable('upgrade_task')
        .set({ state: upgradeTaskState.cancelled, ended_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    }
    await recordChanges(trx, ctx, [
      { entity: packageRegister.entity, entityId: task.package_id, action: act === 'go' ? '继续升级' : '取消升级' },
    ]);
    return null;
  });
}

/** What comes next of a running roll-out, by what became of the devices that were told: their failures, and how many are not over yet. */
export function nextStep({
  stage,
  failed,
  over,
  open,
}: {
  stage: number;
  failed: number;
  over: number;
  open: number;
}): 'wait' | 'stop' | 'next' | 'done' {
  if (failed > failureLimit * (over + open)) return 'stop';
  if (open > 0) return 'wait';
  return stage < stageShares.length ? 'next' : 'done';
}
