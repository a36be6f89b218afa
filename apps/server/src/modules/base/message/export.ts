import { messageColumns, messageExport, messageFilters } from '@tongda/contract/base/message/calls';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countMessages, listMessages } from './repo';

export const messageExportDefinition = registerExport({
  endpoint: messageExport,
  module: '消息中心',
  name: '消息',
  columns: messageColumns,
  condition: (ctx, f) =>
    describeFilters(ctx, { ...f, ids: f.ids?.length ? f.ids : undefined }, '条', messageFilters.table),
  count: (ctx, f) => ctx.db((trx) => countMessages(trx, ctx, f)),
  rows: (ctx, f) => readInChunks((limit, offset) => ctx.db((trx) => listMessages(trx, ctx, f, { limit, offset }))),
});
