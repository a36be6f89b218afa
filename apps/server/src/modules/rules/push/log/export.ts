import * as log from '@tongda/contract/rules/push/send-log';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { readInChunks, registerExport } from '../../../../core/export/definition';
import { describeFilters } from '../../../../core/export/words';
import { countSends, listSends } from './repo';

/** The send log as a file. */
export const sendLogFile = registerExport<typeof log.sendLogExport, log.SendLogRow>({
  endpoint: log.sendLogExport,
  module: '发送日志',
  name: '发送日志',
  columns: log.sendLogColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '条', log.sendLogFilters.table),
  count: (ctx, q) => ctx.db((trx) => countSends(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listSends(trx, ctx, { ...q, limit, offset }))),
  cells: { kind: ({ kind }) => (kind ? episodeKind.label(kind) : '') },
});
