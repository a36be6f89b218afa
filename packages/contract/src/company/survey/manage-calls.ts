import { z } from 'zod';
import { publishStatus } from '../../base/system-enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { answer, checkQuestions, question, questionResult, surveyLimits } from './question';

const menu = menus.questionnaireSurvey.id;
const base = '/api/base/cms/survey' as const;

const surveyRow = z.object({
  id,
  title: z.string(),
  /** names of the companies it is meant for, or 全部企业 */
  scope: z.string(),
  startTime: dateTime,
  endTime: dateTime.nullable(),
  questionCount: z.number().int(),
  anonymous: z.boolean(),
  /** number of users that may answer it */
  targetCount: z.number().int(),
  answerCount: z.number().int(),
  /** answers in percent of the users that may answer; null: no user may */
  rate: z.number().nullable(),
  status: publishStatus.schema,
  createUser: z.string(),
  updateTime: dateTime,
  version: z.number().int(),
});
export type SurveyRow = z.output<typeof surveyRow>;

export const surveyColumns = columns<SurveyRow>()([
  { value: 'title', label: '问卷名称', width: 240, fixed: 'left', noEdit: true },
  { value: 'status', label: '状态', width: 90, dict: publishStatus.typeCode },
  { value: 'scope', label: '范围', width: 180 },
  { value: 'startTime', label: '开始时间', width: 140, sortable: true },
  { value: 'endTime', label: '结束时间', width: 140, sortable: true },
  { value: 'questionCount', label: '题数', width: 70, align: 'right' },
  { value: 'answerCount', label: '已答', width: 70, align: 'right', sortable: true },
  { value: 'targetCount', label: '应答', width: 70, align: 'right' },
  { value: 'rate', label: '回收率(%)', width: 92, align: 'right' },
  { value: 'createUser', label: '创建人', width: 100 },
  { value: 'updateTime', label: '更新时间', width: 140, hidden: true },
]);

export const surveyFilters = filterSet({
  title: by.text('问卷名称', { main: true, width: 200 }),
  status: by.code('状态', publishStatus, { width: 140 }),
});
const filters = surveyFilters.schema;

export const surveyPage = endpoint({
  path: `${base}/page`,
  access: { menu },
  title: '问卷列表（服务商）',
  input: pageQuery.extend(filters.shape),
  output: pageOf(surveyRow),
});

export const surveyExport = endpoint({
  path: `${base}/export`,
  access: button('questionnaireSurvey', 'export'),
  title: '导出问卷列表（服务商）',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

const fields = {
  title: z.string('请输入问卷名称').trim().min(2, '问卷名称应为2~50个字').max(50, '问卷名称应为2~50个字'),
  intro: z.string().trim().max(500, '说明最多500个字').default(''),
  questions: z
    .array(question)
    .max(surveyLimits.questions, `最多${surveyLimits.questions}道题目`)
    .superRefine((questions, ctx) => {
      for (const { msg } of checkQuestions(questions)) ctx.addIssue({ code: 'custom', message: msg });
    }),
  anonymous: z.boolean().default(false),
  /** companies whose users may answer it; empty: all companies */
  clientIds: z.array(id).max(500, '最多选择500家企业').default([]),
  startTime: z.string('请选择开始时间').pipe(dateTime),
  endTime: dateTime.nullish().transform((time) => time ?? null),
  finishTip: z.string().trim().max(200, '完成提示最多200个字').default(''),
};

export const surveyDetail = endpoint({
  path: `${base}/detail`,
  access: { menu },
  title: '一份问卷（服务商）',
  input: z.object({ id }),
  output: surveyRow.extend({
    intro: z.string(),
    questions: z.array(question),
    clients: z.array(z.object({ id, name: z.string() })),
    finishTip: z.string(),
    /** address of the page for answering, for everybody the survey is meant for */
    url: z.string(),
  }),
});
export type SurveyDetail = z.output<typeof surveyDetail.output>;

export const surveyAdd = endpoint({
  path: `${base}/add`,
  access: button('questionnaireSurvey', 'add'),
  title: '新增问卷（草稿）',
  input: z.object(fields),
  output: z.object({ id }),
});

export const surveyEdit = endpoint({
  path: `${base}/edit`,
  access: button('questionnaireSurvey', 'edit'),
  title: '编辑问卷：草稿可改全部内容，已发布的题目不能修改',
  input: z.object({ ...fields, id, version: z.number().int() }),
});

const one = z.object({ id, version: z.number().int() });

export const surveyPublish = endpoint({
  path: `${base}/publish`,
  access: button('questionnaireSurvey', 'publish'),
  title: '发布问卷',
  input: one,
});

export const surveyStop = endpoint({
  path: `${base}/stop`,
  access: button('questionnaireSurvey', 'stop'),
  title: '停止问卷：不再接受答卷，已交的保留',
  input: one,
});

export const surveyResult = endpoint({
  path: `${base}/result`,
  access: button('questionnaireSurvey', 'details'),
  title: '问卷结果：每题的统计，可按企业筛选',
  input: z.object({ id, clientId: id.optional() }),
  output: z.object({
    answers: z.number().int(),
    results: z.array(questionResult),
    /** companies that answered */
    clients: z.array(z.object({ id, name: z.string(), answers: z.number().int() })),
  }),
});

export const surveyAnswers = endpoint({
  path: `${base}/answerPage`,
  access: button('questionnaireSurvey', 'details'),
  title: '单份答卷；匿名问卷不显示姓名和企业',
  input: pageQuery.extend({ id, clientId: id.optional() }),
  output: pageOf(
    z.object({
      id,
      /** null: anonymous */
      userName: z.string().nullable(),
      clientName: z.string().nullable(),
      answerTime: dateTime,
      answers: z.array(answer),
    }),
  ),
});
