import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { type Announcement, announceToCompanies, createMessage, tellWhatIsDue } from '../../modules/base/message/door';
import { demoClients, demoUsers } from './users';

const historyDays = 29;
/** Messages older than so many days were read; newer ones are unread. */
const readAfterDays = 6;

const announcements: ReadonlyArray<
  Omit<Announcement, 'at' | 'expireAt' | 'onceKey'> & { daysAgo: number; forDays: number }
> = [
  {
    daysAgo: 24,
    forDays: 7,
    type: msgType.release,
    title: '轨迹回放支持温度与门状态同轴播放',
    content:
      '轨迹回放页面现可在同一时间轴上查看速度、各温区温度和开关门记录，拖动播放头即可核对某一时刻的车厢状态。导出文件同步增加温度列。',
  },
  {
    daysAgo: 12,
    forDays: 30,
    type: msgType.notice,
    title: '关于冬季冷链运输温度管控的提醒',
    content:
      '近期北方气温快速下降，请关注药品、果蔬类货物的低温冻损风险：出车前预热车厢，核对温区下限设置，途中停车超过30分钟时留意门侧探头。温度上下限可在车辆管理的探头设置中修改。',
  },
  {
    daysAgo: 2,
    forDays: 10,
    type: msgType.maintenance,
    title: '系统维护通知',
    content:
      '为提升轨迹查询速度，平台将于本周日凌晨01:00至03:00进行数据库维护。期间网页可能短暂无法访问；终端数据会自动补传，不会丢失。请提前安排需要导出的报表。',
  },
  {
    daysAgo: 0,
    forDays: 30,
    type: msgType.release,
    title: '消息中心与下载管理改版',
    content:
      '消息按车辆报警、设备服务、车务、设备异常、系统公告五类汇总，支持批量已读和导出；证件到期与服务费到期会提前30、15、7、1天提醒。下载管理可重新生成已过期的文件。',
  },
];

/** What the company itself told its people; `withdrawn`: taken back on the same day. */
const notices = [
  {
    daysAgo: 20,
    forDays: 6,
    withdrawn: false,
    title: '桃浦配送中心月台检修',
    content: '桃浦配送中心3号、4号月台检修一周，到站车辆请听从现场调度，改用1号、2号月台。',
  },
  {
    daysAgo: 8,
    forDays: 30,
    withdrawn: true,
    title: '周末加班安排（以新通知为准）',
    content: '本周末华东城配部安排两班，名单见各班组群。',
  },
  {
    daysAgo: 3,
    forDays: 27,
    withdrawn: false,
    title: '冬季出车前检查要求',
    content: '气温低于5℃起，出车前请检查冷机融霜、门封条和尾板液压油，并在司机端拍照留存。检查不合格的车辆不得装货。',
  },
] as const;

/** When the daily job tells what is due on the day of `then` in China: at eight in the morning there, which is midnight in UTC. */
export const toldAt = (then: number): Date => new Date(Math.floor((then + 8 * hourMs) / dayMs) * dayMs);

/** Writes a month of messages as the daily job would have sent them, and the provider's announcements; older ones were read. */
export async function seedMessages(trx: Trx, now: Date): Promise<void> {
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo--) {
    const then = now.getTime() - daysAgo * dayMs;
    // today's is new
    await tellWhatIsDue(trx, new Date(then), daysAgo === 0 ? now : toldAt(then));
  }
  const clients = Object.values(demoClients).map(({ id }) => id);
  for (const { daysAgo, forDays, ...what } of announcements) {
    const at = new Date(now.getTime() - daysAgo * dayMs - hourMs);
    await announceToCompanies(trx, clients, {
      ...what,
      at,
      expireAt: new Date(at.getTime() + forDays * dayMs),
      onceKey: `demo ${what.title}`,
    });
  }
  await publishNotices(trx, now);
  await trx
    .updateTable('message_user')
    .set({ read_at: sql<Date>`created_at + interval '2 hours'` })
    .where('created_at', '<', new Date(now.getTime() - readAfterDays * dayMs))
    .execute();
}

async function publishNotices(trx: Trx, now: Date): Promise<void> {
  const clientId = demoClients.cold.id;
  const publishedBy = demoUsers.find(({ account }) => account === 'demo')?.id;
  for (const { daysAgo, forDays, withdrawn, title, content } of notices) {
    const at = new Date(now.getTime() - daysAgo * dayMs - 3 * hourMs);
    const until = new Date(at.getTime() + (withdrawn ? 4 * hourMs : forDays * dayMs));
    const made = await createMessage(trx, {
      clientId,
      category: msgCategory.announcement,
      type: msgType.companyNotice,
      title,
      content,
      publishedBy,
      at,
      expireAt: until,
      onceKey: `demo ${title}`,
    });
    if (!made || !withdrawn) continue;
    await trx.updateTable('message').set({ withdrawn_at: until }).where('id', '=', made.id).execute();
    // who had not read it never does
    await sql`delete from message_user where message_id = ${made.id} and user_id % 2 = 0`.execute(trx);
  }
}
