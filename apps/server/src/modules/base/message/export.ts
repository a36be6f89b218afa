import { labelOf } from '@tongda/contract/base/dictionary/calls';
import { messageColumns, messageExport, readFlag } from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { countMessages, listMessages } from './repo';

export const messageExportDefinition = registerExport({
  endpoint: messageExport,
  module: '消息中心',
  name: '消息',
  columns: messageColumns,
  condition: async (_ctx, f) =>
    [
      f.categoryId ? `分类：${msgCategory.label(f.categoryId)}` : '',
      f.readFlag === undefined ? '' : `阅读状态：${readFlag.label(f.readFlag)}`,
      f.type === undefined ? '' : `消息类型：${labelOf('msgType', f.type)}`,
      f.keyword ? `关键字：${f.keyword}` : '',
      f.startTime || f.endTime ? `时间：${f.startTime ?? ''} ~ ${f.endTime ?? ''}` : '',
      f.ids?.length ? `所选${f.ids.length}条` : '',
    ]
      .filter(Boolean)
      .join('；'),
  count: (ctx, f) => ctx.db((trx) => countMessages(trx, ctx, f)),
  rows: (ctx, f) => readInChunks((limit, offset) => ctx.db((trx) => listMessages(trx, ctx, f, { limit, offset }))),
});
