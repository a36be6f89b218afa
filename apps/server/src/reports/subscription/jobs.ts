import { downloadStatus } from '@tongda/contract/base/download/calls';
import { type Asked, daysOf } from '@tongda/contract/reports/kit/columns';
import { figureLook, figureValue } from '@tongda/contract/reports/kit/figures';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import { type Cycle, cycles } from '@tongda/contract/reports/kit/subscription';
import { sql } from 'kysely';
import { createExportTask, findExport } from '../../core/export/definition';
import { type ExportRunDeps, runExport } from '../../core/export/run';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import type { MailSender } from '../../core/notify/mail';
import { defineJob, type JobDefinition, type JobQueue } from '../../core/run/jobs';
import { tellUsers } from '../../modules/base/message/door';
import { servedReports } from '../kit/bind';
import { nextSending, rangeOfSending } from './schedule';

export const subscriptionTickName = 'report-subscriptions';
const deliverName = 'report-subscription';
/** Subscriptions that one round takes. */
const atOnce = 200;
/** Figures of the foot that a message tells. */
const toldFigures = 6;

export interface SubscriptionDeps extends ExportRunDeps {
  jobs: Pick<JobQueue, 'add'>;
  mail: MailSender;
}
/** What is kept of a subscription's question: filters, order and shown columns, as an export takes them. */
type Kept = Record<string, unknown> & { fields?: string[] };
interface Delivery {
  id: string;
  /** epoch ms for which it was due */
  due: number;
}

/** The job that looks every minute what is due, and the one that makes a report and sends it. */
export function subscriptionJobs(deps: SubscriptionDeps): Array<JobDefinition<never>> {
  return [
    defineJob<object>(subscriptionTickName, () => queueDue(deps)),
    defineJob<Delivery>(deliverName, (delivery) => deliver(deps, delivery)),
  ];
}

/** Queues what is due and sets the next time. What was due while no process ran is sent once. */
export async function queueDue({ db, jobs }: SubscriptionDeps, now = Date.now()): Promise<void> {
  const { rows } = await sql<{
    id: string;
    due: Date;
    cycle: Cycle;
    weekday: number;
    monthDay: number;
    clock: string;
    timeZone: string;
  }>`select s.id::text, s.next_at as due, s.cycle, s.weekday, s.month_day as "monthDay", s.clock, c.time_zone as "timeZone"
    from report_subscription s join client c on c.id = s.client_id where s.next_at <= ${new Date(now)} order by s.next_at limit ${atOnce}`.execute(
    db,
  );
  for (const { id, due, timeZone, ...schedule } of rows) {
    // a crash between the two queues it again: the same key replaces the waiting job
    await jobs.add<Delivery>({ name: deliverName }, { id, due: due.getTime() }, { key: `${deliverName}-${id}` });
    await db
      .updateTable('report_subscription')
      .set({ next_at: new Date(nextSending(schedule, now, timeZone)) })
      .where('id', '=', id)
      .where('next_at', '=', due)
      .execute();
  }
}

/** Makes the file of a due subscription and tells its owner. What is refused for good (rights, account, filters) is written to the subscription. */
export async function deliver(deps: SubscriptionDeps, { id, due }: Delivery): Promise<void> {
  const { db } = deps;
  const row = await db.selectFrom('report_subscription').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const note = (fault: string) =>
    db
      .updateTable('report_subscription')
      .set({ last_at: new Date(due), last_fault: fault })
      .where('id', '=', id)
      .execute();
  const served = servedReports.find(({ report }) => report.screen === row.screen);
  const definition = served && findExport(served.report.exportCall.path);
  const ctx = await deps.ctxOfUser(row.user_id);
  if (!served || !definition) return void (await note('该报表已下线'));
  if (!ctx) return void (await note('账号已停用'));
  const { report } = served;
  if (!ctx.can(report.exportCall.access)) return void (await note('暂无该报表的导出权限'));
  // the check of the column knows the three cycles
  const cycle = row.cycle as Cycle;
  const range = rangeOfSending(cycle, due, ctx.timeZone);
  // the column holds an object of filters
  const kept = row.filters as Kept;
  const fields = kept.fields && { fields: fieldsOver(report, kept.fields, range) };
  const input = report.exportCall.input.safeParse({ ...kept, ...fields, ...range, format: row.format });
  if (!input.success) return void (await note(`查询条件已失效：${input.error.issues[0]?.message ?? ''}`));
  // the input was parsed by the schema that has these fields
  const asked = input.data as unknown as Asked;
  const task = await createExportTask({ db }, ctx, definition, input.data);
  await runExport(deps, task.id);
  const made = await db
    .selectFrom('export_task')
    .select(['status', 'fail_reason', 'rows'])
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow();
  const fault = made.status === downloadStatus.done ? '' : (made.fail_reason ?? '生成文件时出错');
  const days = `${range.startTime.slice(0, 10)} 至 ${range.endTime.slice(0, 10)}`;
  const figures = fault === '' ? figureWords(report, asked, await served.foot(ctx, input.data)) : '';
  const text =
    fault === ''
      ? `${report.title}（${days}）共 ${made.rows ?? 0} ${report.unit}${figures ? `：${figures}` : ''}。文件在下载管理保留7天。`
      : `${report.title}（${days}）没有生成：${fault}`;
  await tell(deps, ctx, {
    key: `${deliverName}:${id}:${due}`,
    title: `${cycles[cycle]}报表 ${row.name}`,
    text,
    channels: row.channels,
  });
  await note(fault);
}

/** The columns as the page showed them when it was subscribed; those of its days are the days that are sent. */
function fieldsOver({ columns }: Report, fields: readonly string[], range: Pick<Asked, 'startTime' | 'endTime'>) {
  if (!Object.values(columns).some(({ kind }) => kind === 'days')) return fields;
  const isDay = (field: string): boolean => /^d\d+$/u.test(field);
  const first = fields.find(isDay);
  return fields.flatMap((field) =>
    field === first ? daysOf(range).map((_, i) => `d${i + 1}`) : isDay(field) ? [] : [field],
  );
}

/** `行驶里程 38,879.4 km，超速 19 次` of the figures that stand above the report's table. */
function figureWords(report: Report, asked: Asked, foot: Foot): string {
  const words = (report.strip ?? []).slice(0, toldFigures).flatMap((name) => {
    const column = report.columns[name];
    const value = column && figureValue(name, column, foot);
    if (!column || value === null || value === undefined) return [];
    const { label, unit, decimals } = figureLook(column, asked);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return [`${label} ${value.toLocaleString('en-US', digits)}${unit && ` ${unit}`}`];
  });
  return words.join('，');
}

interface Told {
  /** the same when it is told again after a crash */
  key: string;
  title: string;
  text: string;
  channels: readonly string[];
}

async function tell({ db, mail, publicUrl }: SubscriptionDeps, ctx: Ctx, told: Told): Promise<void> {
  const { key, title, text, channels } = told;
  if (channels.includes('message'))
    await db.transaction().execute((trx) =>
      tellUsers(
        trx,
        {
          clientId: ctx.clientId,
          category: 14,
          type: 14_101,
          typeName: '定时报表',
          title,
          content: text,
          onceKey: key,
        },
        [ctx.userId],
        false,
      ),
    );
  if (!channels.includes('mail')) return;
  const user = await db.selectFrom('app_user').select('email').where('id', '=', ctx.userId).executeTakeFirst();
  if (!user?.email) return;
  const where = publicUrl ? `\n下载：${publicUrl.replace(/\/$/u, '')}/community/download` : '';
  const sent = wireTime(Date.now(), ctx.timeZone);
  await mail.send({
    id: key.replaceAll(':', '-'),
    to: user.email,
    subject: title,
    text: `${text}${where}\n\n${ctx.clientName}　${sent}`,
  });
}
