import { pushChannel, pushOccasion, pushResult } from '@tongda/contract/rules/push/enums';
import * as log from '@tongda/contract/rules/push/send-log';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { readInChunks, registerExport } from '../../../../core/export/definition';
import { countSends, listSends } from './repo';

/** The send log as a file. */
export const sendLogFile = registerExport<typeof log.sendLogExport, log.SendLogRow>({
  endpoint: log.sendLogExport,
  module: '发送日志',
  name: '发送日志',
  columns: log.sendLogColumns,
  condition: async (_ctx, q) =>
    [
      q.startTime || q.endTime ? `时间：${q.startTime ?? ''} ~ ${q.endTime ?? ''}` : '',
      q.receiver ? `接收人：${q.receiver}` : '',
      q.channel === undefined ? '' : `方式：${pushChannel.label(q.channel)}`,
      q.kind ? `报警类型：${episodeKind.label(q.kind)}` : '',
      q.occasion === undefined ? '' : `事件：${pushOccasion.label(q.occasion)}`,
      q.status === undefined ? '' : `结果：${pushResult.label(q.status)}`,
      q.plateNo ? `车牌号：${q.plateNo}` : '',
      q.ids?.length ? `所选${q.ids.length}条` : '',
    ]
      .filter(Boolean)
      .join('；'),
  count: (ctx, q) => ctx.db((trx) => countSends(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listSends(trx, ctx, { ...q, limit, offset }))),
  cells: { kind: ({ kind }) => (kind ? episodeKind.label(kind) : '') },
});
