import { msgType } from '@tongda/contract/base/system-enums';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { type Announcement, announceToCompanies, tellWhatIsDue } from '../../modules/base/message/door';
import { demoClients } from './users';

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

/** Writes a month of messages as the daily job would have sent them, and the provider's announcements; older ones were read. */
export async function seedMessages(trx: Trx, now: Date): Promise<void> {
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo--) {
    const then = now.getTime() - daysAgo * dayMs;
    // at eight in the morning, when the job runs; today's is new
    const at = daysAgo === 0 ? now : new Date(Math.floor(then / dayMs) * dayMs);
    await tellWhatIsDue(trx, new Date(then), at);
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
  await trx
    .updateTable('message_user')
    .set({ read_at: sql<Date>`created_at + interval '2 hours'` })
    .where('created_at', '<', new Date(now.getTime() - readAfterDays * dayMs))
    .execute();
}
