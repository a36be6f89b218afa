import { randomBytes } from 'node:crypto';
import { publishStatus } from '@tongda/contract/base/system-enums';
import * as manage from '@tongda/contract/company/survey/manage-calls';
import { answer, resultsOf } from '@tongda/contract/company/survey/question';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { href, routes } from '@tongda/contract/shell/routes';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../core/db/trx';
import type { Survey } from '../../../core/generated/db-types';
import { instantSql, wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { filterConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import { findSurvey } from './repo';

const sheets = z.array(answer);

interface Counted {
  answers: number;
  targets: number;
  scope: string;
}
const countsSql = (id: string) => ({
  answers: sql<number>`(select count(*)::int from survey_answer a where a.survey_id = ${sql.ref(id)})`,
  // enabled users of the companies that the survey is meant for
  targets: sql<number>`(select count(*)::int from app_user u join client c on c.id = u.client_id
    where u.deleted_at is null and u.status = 1 and c.status = 1 and c.kind = 'tenant' and survey_is_for(${sql.ref(id)}, c.id))`,
  scope: sql<string>`coalesce((select string_agg(c.name, '、' order by c.id) from survey_client t join client c on c.id = t.client_id
    where t.survey_id = ${sql.ref(id)}), '全部企业')`,
});

const rowOf = (
  row: Omit<Selectable<Survey>, 'questions'> & Counted & { questionCount: number },
  timeZone: string,
): manage.SurveyRow => ({
  id: row.id,
  title: row.title,
  scope: row.scope,
  startTime: wireTime(row.starts_at, timeZone),
  endTime: row.ends_at && wireTime(row.ends_at, timeZone),
  questionCount: row.questionCount,
  anonymous: row.anonymous,
  targetCount: row.targets,
  answerCount: row.answers,
  rate: row.targets === 0 ? null : Math.round((row.answers / row.targets) * 1000) / 10,
  status: publishStatus.schema.parse(row.status),
  createUser: row.created_by_name,
  updateTime: wireTime(row.updated_at, timeZone),
  version: row.version,
});

const sortable = { startTime: 's.starts_at', endTime: 's.ends_at', answerCount: 'answers' } as const;
const isSortable = (key: string): key is keyof typeof sortable => key in sortable;

type Filters = Pick<Parsed<typeof manage.surveyExport>, 'title' | 'status' | 'sort' | 'ids'>;

const selectSurveys = (trx: Trx, ctx: Pick<Ctx, 'timeZone'>, query: Filters) =>
  trx.selectFrom('survey as s').where(filterConditions(manage.surveyFilters.table, 's', {}, ctx, query));

export async function countSurveys(trx: Trx, ctx: Ctx, query: Filters): Promise<number> {
  const { total } = await selectSurveys(trx, ctx, query)
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Rows of the list, the newest first unless it is sorted. */
export async function listSurveyRows(
  trx: Trx,
  ctx: Pick<Ctx, 'timeZone'>,
  { limit, offset, ...query }: Filters & { limit: number; offset: number },
): Promise<manage.SurveyRow[]> {
  const { answers, targets, scope } = countsSql('s.id');
  const [key = '', direction] = query.sort?.split(' ') ?? [];
  let page = selectSurveys(trx, ctx, query)
    .selectAll('s')
    .select([answers.as('answers'), targets.as('targets'), scope.as('scope')])
    .select(sql<number>`jsonb_array_length(s.questions)`.as('questionCount'));
  if (isSortable(key)) page = page.orderBy(sql.ref(sortable[key]), direction === 'desc' ? 'desc' : 'asc');
  const list = await page.orderBy('s.id', 'desc').limit(limit).offset(offset).execute();
  return list.map((row) => rowOf(row, ctx.timeZone));
}

export function listSurveys(
  ctx: Ctx,
  { page, size, ...query }: Parsed<typeof manage.surveyPage>,
): Promise<Output<typeof manage.surveyPage>> {
  return ctx.db(async (trx) => ({
    total: await holdTotal(ctx, manage.surveyPage, { ...query, page, size }, () => countSurveys(trx, ctx, query)),
    page,
    size,
    list: await listSurveyRows(trx, ctx, { ...query, limit: size, offset: (page - 1) * size }),
  }));
}

export function readSurvey(ctx: Ctx, id: string): Promise<manage.SurveyDetail> {
  return ctx.db(async (trx) => {
    const survey = await findSurvey(trx, { id });
    if (!survey) throw notFound('问卷');
    const { answers, targets, scope } = countsSql('s.id');
    const counts = await trx
      .selectFrom('survey as s')
      .select([answers.as('answers'), targets.as('targets'), scope.as('scope')])
      .where('s.id', '=', id)
      .executeTakeFirstOrThrow();
    const clients = await trx
      .selectFrom('survey_client as t')
      .innerJoin('client as c', 'c.id', 't.client_id')
      .select(['c.id', 'c.name'])
      .where('t.survey_id', '=', id)
      .orderBy('c.id')
      .execute();
    const { questions, ...row } = survey;
    return {
      ...rowOf({ ...row, ...counts, questionCount: questions.length }, ctx.timeZone),
      intro: row.intro,
      questions,
      clients,
      finishTip: row.finish_tip,
      url: href(routes.survey, 'community', { id: row.decode_id }),
    };
  });
}

/** Surveys in the change history. */
const entity = 'survey';

type Fields = Omit<Parsed<typeof manage.surveyEdit>, 'id' | 'version'>;

function checkPeriod({ startTime, endTime }: Fields): void {
  if (endTime !== null && endTime <= startTime) throw invalidField('endTime', '结束时间必须晚于开始时间');
}

const valuesOf = (fields: Fields, timeZone: string) => ({
  title: fields.title,
  intro: fields.intro,
  questions: JSON.stringify(fields.questions),
  anonymous: fields.anonymous,
  finish_tip: fields.finishTip,
  starts_at: instantSql(fields.startTime, timeZone),
  ends_at: fields.endTime === null ? null : instantSql(fields.endTime, timeZone),
});

async function setClients(trx: Trx, surveyId: string, clientIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('survey_client').where('survey_id', '=', surveyId).execute();
  const wanted = [...new Set(clientIds)];
  if (wanted.length === 0) return;
  const known = await trx.selectFrom('client').select('id').where('id', 'in', wanted).execute();
  if (known.length < wanted.length) throw invalidField('clientIds', '所选企业不存在');
  await trx
    .insertInto('survey_client')
    .values(wanted.map((client_id) => ({ client_id, survey_id: surveyId })))
    .execute();
}

/** A new draft. */
export function addSurvey(ctx: Ctx, fields: Fields): Promise<{ id: string }> {
  checkPeriod(fields);
  return ctx.db(async (trx) => {
    const { id } = await trx
      .insertInto('survey')
      .values({
        ...valuesOf(fields, ctx.timeZone),
        decode_id: randomBytes(12).toString('base64url'),
        created_by_name: ctx.userName,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setClients(trx, id, fields.clientIds);
    await note(trx, ctx, id, '新增');
    return { id };
  });
}

const note = (trx: Trx, ctx: Ctx, entityId: string, action: string): Promise<void> =>
  recordChanges(trx, ctx, [{ entity, entityId, action }]);

/** The survey with its row locked. Throws 4004, or 4009 when it was changed since `version`. */
async function lockSurvey(trx: Trx, id: string, version: number) {
  const row = await trx.selectFrom('survey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('问卷');
  if (row.version !== version) throw changedMeanwhile(entity, id);
  return row;
}

const nextVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

/** Changes a draft, or everything but the questions and the anonymity of a published survey. Throws 4010 otherwise. */
export function editSurvey(ctx: Ctx, { id, version, ...fields }: Parsed<typeof manage.surveyEdit>): Promise<null> {
  checkPeriod(fields);
  return ctx.db(async (trx) => {
    const row = await lockSurvey(trx, id, version);
    if (row.status === publishStatus.withdrawn) throw illegalTransition('问卷已停止，不能修改，可复制为新问卷');
    const values = valuesOf(fields, ctx.timeZone);
    if (row.status === publishStatus.published) {
      const before = await findSurvey(trx, { id });
      const same = JSON.stringify(before?.questions) === JSON.stringify(fields.questions);
      if (!same || row.anonymous !== fields.anonymous)
        throw illegalTransition('问卷已发布，题目和匿名设置不能修改，可复制为新问卷');
    }
    await trx
      .updateTable('survey')
      .set({ ...values, ...nextVersion })
      .where('id', '=', id)
      .execute();
    await setClients(trx, id, fields.clientIds);
    await note(trx, ctx, id, '编辑');
    return null;
  });
}

export function publishSurvey(ctx: Ctx, { id, version }: Parsed<typeof manage.surveyPublish>): Promise<null> {
  return ctx.db(async (trx) => {
    const row = await lockSurvey(trx, id, version);
    if (row.status !== publishStatus.draft) throw illegalTransition('只有草稿可以发布');
    if (row.ends_at && row.ends_at.getTime() <= Date.now())
      throw invalidField('endTime', '结束时间已过，请修改后再发布');
    await trx
      .updateTable('survey')
      .set({ status: publishStatus.published, ...nextVersion })
      .where('id', '=', id)
      .execute();
    await note(trx, ctx, id, '发布');
    return null;
  });
}

export function stopSurvey(ctx: Ctx, { id, version }: Parsed<typeof manage.surveyStop>): Promise<null> {
  return ctx.db(async (trx) => {
    const row = await lockSurvey(trx, id, version);
    if (row.status !== publishStatus.published) throw illegalTransition('只有已发布的问卷可以停止');
    await trx
      .updateTable('survey')
      .set({ status: publishStatus.withdrawn, ...nextVersion })
      .where('id', '=', id)
      .execute();
    await note(trx, ctx, id, '停止');
    return null;
  });
}

/** Summary of the answers to every question, and the companies that answered with their number of answers. */
export function loadSurveyResults(
  ctx: Ctx,
  { id, clientId }: Parsed<typeof manage.surveyResult>,
): Promise<Output<typeof manage.surveyResult>> {
  return ctx.db(async (trx) => {
    const survey = await findSurvey(trx, { id });
    if (!survey) throw notFound('问卷');
    let rows = trx.selectFrom('survey_answer').select('answers').where('survey_id', '=', id);
    if (clientId !== undefined) rows = rows.where('client_id', '=', clientId);
    const given = await rows.orderBy('id', 'desc').execute();
    const clients = await trx
      .selectFrom('survey_answer as a')
      .innerJoin('client as c', 'c.id', 'a.client_id')
      .select(['c.id', 'c.name', sql<number>`count(*)::int`.as('answers')])
      .where('a.survey_id', '=', id)
      .groupBy(['c.id', 'c.name'])
      .orderBy('answers', 'desc')
      .orderBy('c.id')
      .execute();
    return {
      answers: given.length,
      results: resultsOf(
        survey.questions,
        given.map(({ answers }) => sheets.parse(answers)),
      ),
      clients,
    };
  });
}

/** Single answer sheets, newest first. An anonymous survey stores no user, and the company is left out as well. */
export function listSurveySheets(
  ctx: Ctx,
  { id, clientId, page, size }: Parsed<typeof manage.surveyAnswers>,
): Promise<Output<typeof manage.surveyAnswers>> {
  return ctx.db(async (trx) => {
    const survey = await findSurvey(trx, { id });
    if (!survey) throw notFound('问卷');
    let rows = trx
      .selectFrom('survey_answer as a')
      .innerJoin('client as c', 'c.id', 'a.client_id')
      .where('a.survey_id', '=', id);
    if (clientId !== undefined) rows = rows.where('a.client_id', '=', clientId);
    const total = await holdTotal(ctx, manage.surveyAnswers, { id, clientId, page, size }, async () => {
      const { n } = await rows.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const list = await rows
      .select(['a.id', 'a.user_name', 'a.created_at', 'a.answers', 'c.name'])
      .orderBy('a.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    return {
      total,
      page,
      size,
      list: list.map((row) => ({
        id: row.id,
        userName: survey.anonymous ? null : row.user_name,
        clientName: survey.anonymous ? null : row.name,
        answerTime: wireTime(row.created_at, ctx.timeZone),
        answers: sheets.parse(row.answers),
      })),
    };
  });
}
