import {
  type SurveyRow,
  surveyColumns,
  surveyExport,
  surveyFilters,
} from '@tongda/contract/company/survey/manage-calls';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countSurveys, listSurveyRows } from './manage';

/** 问卷调查 as a file. */
export const surveyFile = registerExport<typeof surveyExport, SurveyRow>({
  endpoint: surveyExport,
  module: '问卷调查',
  name: '问卷调查',
  columns: surveyColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '份', surveyFilters.table),
  count: (ctx, q) => ctx.db((trx) => countSurveys(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listSurveyRows(trx, ctx, { ...q, limit, offset }))),
});
