import { createHmac } from 'node:crypto';
import { publishStatus } from '@tongda/contract/base/system-enums';
import type { loginSurvey, OwnSurvey, saveAnswer } from '@tongda/contract/company/survey/answer';
import { answerFindings, keptAnswers, minutesOf } from '@tongda/contract/company/survey/question';
import { type surveyNotify, surveyUrl } from '@tongda/contract/company/survey/state';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { blocked, forbidden, invalid, invalidField, notFound } from '../../../core/http/errors';
import { wireTime } from '../../../core/http/wire-time';
import { type Secrets, sign, verifySignature } from '../../../core/run/secrets';
import { findAccount, freeClaims, giveFree, useCode } from '../../base/identity/door';

import { type StoredSurvey, surveyBy, surveysFor } from './repo';

export interface SurveyDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  /** context of a request's Bearer token; 401 with a bad one */
  ctxOf: (req: FastifyRequest) => Promise<Ctx>;
}

const shown = 100;

/** Who answered, as the answer keeps it: an anonymous survey must not say it, and still ask everybody once. */
const respondentOf = (secrets: Secrets, surveyId: string, userId: string): Buffer =>
  createHmac('sha256', secrets.signKey).update(`survey ${surveyId} ${userId}`).digest();

const personalText = (surveyId: string, userId: string): string => `survey link ${surveyId} ${userId}`;

/** The link of one person: survey and user, signed; it ends with the survey. */
export const personalLink = (secrets: Secrets, surveyId: string, userId: string): string =>
  `${surveyId}-${userId}-${sign(secrets, personalText(surveyId, userId))}`;

function personOf(secrets: Secrets, decodeId: string): { id: string; userId: string } | null {
  const [, id = '', userId = '', signature = ''] = /^(\d{1,19})-(\d{1,19})-([\w-]{43})$/u.exec(decodeId) ?? [];
  return id !== '' && verifySignature(secrets, personalText(id, userId), signature) ? { id, userId } : null;
}

/** When the user answered which of the surveys. */
async function answeredBy(
  db: Kysely<DB>,
  secrets: Secrets,
  userId: string,
  surveys: ReadonlyArray<{ id: string }>,
): Promise<Map<string, Date>> {
  if (surveys.length === 0) return new Map();
  const rows = await db
    .selectFrom('survey_answer')
    .select(['survey_id', 'created_at'])
    .where(
      'respondent',
      'in',
      surveys.map(({ id }) => respondentOf(secrets, id, userId)),
    )
    .execute();
  return new Map(rows.map((row) => [row.survey_id, row.created_at]));
}

/** The newest questionnaire that runs now, is meant for the caller's company and was not answered by the caller yet. */
export function notifySurvey(ctx: Ctx, secrets: Secrets): Promise<Output<typeof surveyNotify>> {
  return ctx.db(async (trx) => {
    const none = { surveyUrl: null, decodeId: null, title: null };
    if (ctx.actor) return none;
    const running = (await surveysFor(trx, ctx.clientId, [publishStatus.published], shown)).filter(({ over }) => !over);
    const answered = await answeredBy(trx, secrets, ctx.userId, running);
    const next = running.find(({ id }) => !answered.has(id));
    return next ? { surveyUrl, decodeId: personalLink(secrets, next.id, ctx.userId), title: next.title } : none;
  });
}

/** The caller's surveys, running and ended. */
export function mySurveys(ctx: Ctx, secrets: Secrets): Promise<OwnSurvey[]> {
  return ctx.db(async (trx) => {
    const surveys = await surveysFor(trx, ctx.clientId, [publishStatus.published, publishStatus.withdrawn], shown);
    const answered = await answeredBy(trx, secrets, ctx.userId, surveys);
    return surveys.map(({ id, questions, ...row }) => {
      const running = row.status === publishStatus.published && !row.over;
      const at = answered.get(id);
      return {
        id,
        title: row.title,
        intro: row.intro,
        questionCount: questions.length,
        minutes: minutesOf(questions),
        anonymous: row.anonymous,
        startTime: wireTime(row.starts_at, ctx.timeZone),
        endTime: row.ends_at && wireTime(row.ends_at, ctx.timeZone),
        running,
        answerTime: at ? wireTime(at, ctx.timeZone) : null,
        decodeId: running && !at && !ctx.actor ? personalLink(secrets, id, ctx.userId) : null,
      };
    });
  });
}

function refuseUnlessOpen(survey: StoredSurvey): void {
  if (survey.status === publishStatus.withdrawn || survey.over) throw blocked(message('survey.over'));
  if (!survey.begun) throw blocked(message('survey.early'));
}

/** Somebody who may answer: exists, is not switched off, and belongs to a company that the survey is for. */
async function personFor(db: Kysely<DB>, surveyId: string, userId: string) {
  const user = await db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id', 'u.name', 'u.client_id', 'c.time_zone'])
    .select(sql<boolean>`survey_is_for(${surveyId}, u.client_id)`.as('meant'))
    .where('u.id', '=', userId)
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where('c.status', '=', 1)
    .executeTakeFirst();
  if (!user?.meant) throw forbidden(message('survey.notFor'));
  return user;
}

/** Opens a survey for whoever the link, the login or the phone number names; without any of them only its head is shown. */
export async function openSurvey(
  deps: SurveyDeps,
  req: FastifyRequest,
  { decodeId, phone, verifyCode }: Parsed<typeof loginSurvey>,
): Promise<Output<typeof loginSurvey>> {
  const { db, secrets } = deps;
  const person = personOf(secrets, decodeId);
  const survey = await surveyBy(db, person ? { id: person.id } : { decodeId });
  if (!survey || survey.status === publishStatus.draft) throw notFound('问卷');
  refuseUnlessOpen(survey);
  const userId = person?.userId ?? (await visitorOf(deps, req, phone, verifyCode));
  const user = userId === null ? null : await personFor(db, survey.id, userId);
  const head = {
    id: survey.id,
    title: survey.title,
    intro: survey.intro,
    anonymous: survey.anonymous,
    endTime: survey.ends_at && wireTime(survey.ends_at, user?.time_zone ?? 'Asia/Shanghai'),
    finishTip: survey.finish_tip,
    minutes: minutesOf(survey.questions),
  };
  if (!user) return { openToken: null, survey: { ...head, questions: [] } };
  if ((await answeredBy(db, secrets, user.id, [survey])).size > 0) throw blocked(message('survey.again'));
  const openToken = await giveFree(secrets, {
    clientId: user.client_id,
    scope: 'survey:answer',
    subject: `${survey.id} ${user.id}`,
  });
  return { openToken, survey: { ...head, questions: survey.questions } };
}

/** Who stands at a public link: the login, or the owner of the phone number. null = nobody said it yet. */
async function visitorOf(
  { db, ctxOf }: SurveyDeps,
  req: FastifyRequest,
  phone: string | undefined,
  code: string | undefined,
): Promise<string | null> {
  if (phone !== undefined) {
    if (!code) throw invalidField('code', '请输入6位短信验证码');
    const good = await useCode({ db }, { phone, purpose: 'survey', code });
    const account = good ? await findAccount(db, phone, 'phone') : undefined;
    if (!account) throw invalidField('code', message('login.captcha'));
    return account.id;
  }
  if (!req.headers.authorization?.startsWith('Bearer ')) return null;
  const ctx = await ctxOf(req);
  return ctx.actor ? null : ctx.userId;
}

/** Takes an answer, once a person. */
export async function takeAnswer(
  { db, secrets }: Pick<SurveyDeps, 'db' | 'secrets'>,
  req: FastifyRequest,
  { surveyId, answers }: Parsed<typeof saveAnswer>,
): Promise<null> {
  const claims = await freeClaims(secrets, req, 'survey:answer');
  const [allowed, userId] = claims?.subject.split(' ') ?? [];
  if (!userId || allowed !== surveyId) throw forbidden('打开问卷已超过24小时，请重新打开后提交');
  return db.transaction().execute(async (trx) => {
    const survey = await surveyBy(trx, { id: surveyId });
    if (!survey || survey.status === publishStatus.draft) throw notFound('问卷');
    refuseUnlessOpen(survey);
    const user = await personFor(trx, surveyId, userId);
    const findings = answerFindings(survey.questions, answers);
    if (findings.length > 0) throw invalid(findings);
    return storeAnswer(trx, secrets, { survey, user, answers });
  });
}

interface Sheet {
  survey: Pick<StoredSurvey, 'id' | 'anonymous' | 'questions'>;
  user: { id: string; name: string; client_id: string };
  answers: Parsed<typeof saveAnswer>['answers'];
  /** when; absent = now */
  at?: Date;
}
/** Stores an answer; refuses a second one of the same person. */
export async function storeAnswer(trx: Transaction<DB>, secrets: Secrets, sheet: Sheet): Promise<null> {
  const { survey, user, answers, at } = sheet;
  const stored = await trx
    .insertInto('survey_answer')
    .values({
      client_id: user.client_id,
      survey_id: survey.id,
      respondent: respondentOf(secrets, survey.id, user.id),
      ...(survey.anonymous ? {} : { user_id: user.id, user_name: user.name }),
      answers: JSON.stringify(keptAnswers(survey.questions, answers)),
      ...(at ? { created_at: at } : {}),
    })
    .onConflict((conflict) => conflict.columns(['survey_id', 'respondent']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) throw blocked(message('survey.again'));
  return null;
}
