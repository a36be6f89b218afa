import * as announce from '@tongda/contract/base/message/announce';
import * as contract from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { notifyMessages } from '../../../core/watch/messages';
import { listOwnAnnouncements, publishAnnouncement, withdrawAnnouncement } from './announce';
import { noticeDays } from './due';
import { messageExportDefinition } from './export';
import {
  countByType,
  countMessages,
  countUnreadByType,
  deleteMessages,
  listAnnouncements,
  listFeesDue,
  listMessages,
  markRead,
} from './repo';

/** 消息中心: a user's own messages, their counters, what is read. */
export function messageRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, contract.noticeNum, (ctx) => countNotices(ctx));
  route(app, contract.messagePage, (ctx, q) => listPage(ctx, q));
  route(app, contract.messageExport, (ctx, input) => enqueueExport(deps, ctx, messageExportDefinition, input));
  route(app, contract.messageRead, async (ctx, { msgIds }) => {
    await markReadAndTell(ctx, { msgIds });
    return null;
  });
  route(app, contract.messageReadAll, async (ctx, input) => ({ count: await markReadAndTell(ctx, input) }));
  route(app, contract.messageDel, (ctx, { msgIds }) =>
    ctx.db(async (trx) => {
      const count = await deleteMessages(trx, ctx, msgIds);
      if (count > 0) await notifyMessages(trx, { clientId: ctx.clientId, userId: ctx.userId });
      return { count };
    }),
  );
  route(app, contract.messageTypes, async (ctx) => {
    const counts = await ctx.db((trx) => countByType(trx, ctx));
    return msgCategory.codes.map((code) => {
      const types = counts.filter(({ category }) => category === code);
      return {
        id: code,
        name: contract.categoryName(code),
        num: types.reduce((sum, { unread }) => sum + unread, 0),
        types: types.map((t) => ({ id: t.type, name: t.name, num: t.unread })),
      };
    });
  });
  route(app, contract.messageGroupingCount, async (ctx) => {
    const counts = await ctx.db((trx) => countByType(trx, ctx));
    return msgCategory.codes.map((category) => {
      const own = counts.filter((c) => c.category === category);
      const sum = (field: 'total' | 'unread') => own.reduce((n, c) => n + c[field], 0);
      return { category, total: sum('total'), unread: sum('unread') };
    });
  });
  route(app, contract.announcements, (ctx, { category }) => ctx.db((trx) => listAnnouncements(trx, ctx, category)));
  route(app, announce.announcePage, listOwnAnnouncements);
  route(app, announce.announceAdd, publishAnnouncement);
  route(app, announce.announceWithdraw, (ctx, { id }) => withdrawAnnouncement(ctx, id));
  route(app, contract.serviceFee, async (ctx) => {
    const list = await ctx.db((trx) => listFeesDue(trx, ctx, noticeDays[0]));
    return { content: feeContent(list), list };
  });
}

async function countNotices(ctx: Ctx): Promise<contract.NoticeNum> {
  const rows = await ctx.db((trx) => countUnreadByType(trx, ctx));
  const answer: contract.NoticeNum = { msgCategoryMap: {}, msgTypeMap: {} };
  for (const { category, type, n } of rows) {
    answer.msgCategoryMap[category] = (answer.msgCategoryMap[category] ?? 0) + n;
    answer.msgTypeMap[type] = (answer.msgTypeMap[type] ?? 0) + n;
  }
  return answer;
}

function listPage(ctx: Ctx, q: Parsed<typeof contract.messagePage>) {
  return ctx.db(async (trx) => ({
    list: await listMessages(trx, ctx, q, { limit: q.size, offset: (q.page - 1) * q.size }),
    total: await holdTotal(ctx, contract.messagePage, q, () => countMessages(trx, ctx, q)),
    page: q.page,
    size: q.size,
  }));
}

/** Marks messages as read and tells the user's other windows. */
function markReadAndTell(ctx: Ctx, which: Parameters<typeof markRead>[2]): Promise<number> {
  return ctx.db(async (trx) => {
    const count = await markRead(trx, ctx, which);
    if (count > 0) await notifyMessages(trx, { clientId: ctx.clientId, userId: ctx.userId });
    return count;
  });
}

function feeContent(list: Array<{ daysLeft: number }>): string {
  const over = list.filter(({ daysLeft }) => daysLeft < 0).length;
  const soon = list.length - over;
  const parts = [
    ...(over > 0 ? [`${over}台设备的服务费已到期，数据服务可能已停止`] : []),
    ...(soon > 0 ? [`${soon}台设备的服务费将在${noticeDays[0]}天内到期，到期后将停止数据服务`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join('；')}。请及时续费。`;
}
