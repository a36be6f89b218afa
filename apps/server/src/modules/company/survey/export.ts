import { publishStatus } from '@tongda/contract/base/system-enums';
import { type SurveyRow, surveyColumns, surveyExport } from '@tongda/contract/company/survey/manage-calls';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { countSurveys, listSurveyRows } from './manage';

/** 问卷调查 as a file. */
export const surveyFile = registerExport<typeof surveyExport, SurveyRow>({
  endpoint: surveyExport,
  module: '问卷调查',
  name: '问卷调查',
  columns: surveyColumns,
  condition: async (_ctx, q) =>
    [
      ...(q.title ? [`问卷名称：${q.title}`] : []),
      ...(q.status === undefined ? [] : [`状态：${publishStatus.label(q.status)}`]),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countSurveys(trx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listSurveyRows(trx, ctx, { ...q, limit, offset }))),
});
