import { msgType, publishStatus } from '@tongda/contract/base/system-enums';
import { upgradeTaskState } from '@tongda/contract/resources/device-setup/package';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { tellProvider } from '../../base/message/door';
import { upgradeFailed } from './package';
import { nextStep, sendStage } from './rollout';

/** Numbers of batches count by the provider's day. */
const chinaZone = 'Asia/Shanghai';

interface Running {
  id: string;
  stage: number;
  published: boolean;
  clientId: string;
  userId: string;
  userName: string;
  name: string;
  failed: number;
  over: number;
  open: number;
}

/** Roll-outs that are under way, with what became of the devices that have been told so far. */
const loadRunning = async (db: Kysely<DB>): Promise<Running[]> => {
  const { rows } = await sql<Running>`
    select t.id::text as id, t.stage, u.status = ${publishStatus.published} and u.deleted_at is null as published, t.client_id::text as "clientId",
      t.created_by::text as "userId", t.created_name as "userName", u.name,
      (count(*) filter (where i.result is null and ${upgradeFailed}))::int as failed,
      (count(*) filter (where i.result is not null or c.state in (2, 3, 4, 6, 8)))::int as over,
      (count(*) filter (where i.result is null and c.state in (0, 1, 7, 9)))::int as open
    from upgrade_task t join upgrade_package u on u.id = t.package_id join upgrade_item i on i.task_id = t.id and i.stage <= t.stage
      left join device_command c on c.id = i.command_id
    where t.state = ${upgradeTaskState.running} group by t.id, u.id order by t.id`.execute(db);
  return rows;
};

/** Moves every roll-out on that is under way: to its next stage, to its end, or stops it where too many devices failed. */
export async function moveRollouts(db: Kysely<DB>): Promise<void> {
  for (const task of await loadRunning(db)) {
    const step = task.published ? nextStep(task) : 'stop';
    if (step === 'wait') continue;
    await db.transaction().execute(async (trx) => {
      const values =
        step === 'stop'
          ? { state: upgradeTaskState.stopped }
          : step === 'done'
            ? { state: upgradeTaskState.done, ended_at: sql<Date>`now()` }
            : { stage: task.stage + 1 };
      const moved = await trx
        .updateTable('upgrade_task')
        .set(values)
        .where('id', '=', task.id)
        .where('stage', '=', task.stage)
        .where('state', '=', upgradeTaskState.running)
        .returning('id')
        .executeTakeFirst();
      if (!moved) return;
      if (step === 'next') await sendStage(trx, { ...task, timeZone: chinaZone }, task.id, task.stage + 1);
      if (step === 'stop')
        await tellProvider(trx, {
          type: msgType.upgradeStopped,
          title: '固件升级已停止',
          content: `升级包“${task.name}”的升级任务有${task.failed}台失败，已停止后续升级，请查看原因。`,
          menu: 'upgradePackage',
          onceKey: `upgrade-stop-${task.id}-${task.stage}`,
        });
    });
  }
}
