import { createHmac } from 'node:crypto';
import { publishStatus } from '@tongda/contract/base/system-enums';
import type { loginSurvey, OwnSurvey, saveAnswer } from '@tongda/contract/company/survey/answer';
import { checkAnswers, minutesOf, withoutEmptyAnswers } from '@tongda/contract/company/survey/question';
import { type surveyNotify, surveyUrl } from '@tongda/contract/company/survey/state';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalid, invalidField, notFound } from '../../../core/http/errors';
import { type Secrets, signKeys, signText, verifySignature } from '../../../core/run/secrets';
import { findAccount, giveFreeToken, readFreeClaims, useCode } from '../../base/identity/door';

import { findSurvey, listSurveysFor, type StoredSurvey } from './repo';

export interface SurveyDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  /** context of a request's Bearer token; 401 with a bad one */
  ctxOf: (req: FastifyRequest) => Promise<Ctx>;
}

const mostSurveys = 100;

/** What an answer stores instead of the user: a keyed hash, by which even an anonymous survey can ask everybody only once. */
const respondentOf = (secrets: Secrets, surveyId: string, userId: string): Buffer =>
  respondentBy(secrets.signKey, surveyId, userId);
const respondentBy = (key: Buffer, surveyId: string, userId: string): Buffer =>
  createHmac('sha256', key).update(`survey ${surveyId} ${userId}`).digest();
/** The same by every key of before and after rotations. */
const respondentsOf = (secrets: Secrets, surveyId: string, userId: string): Buffer[] =>
  signKeys(secrets).map((key) => respondentBy(key, surveyId, userId));

const signedText = (surveyId: string, userId: string): string => `survey link ${surveyId} ${userId}`;

/** The personal address of a survey: survey and user with a signature, so that the user needs no login. It is valid as long as the survey. */
export const personalLink = (secrets: Secrets, surveyId: string, userId: string): string =>
  `${surveyId}-${userId}-${signText(secrets, signedText(surveyId, userId))}`;

function personOfLink(secrets: Secrets, decodeId: string): { id: string; userId: string } | null {
  const [, id = '', userId = '', signature = ''] = /^(\d{1,19})-(\d{1,19})-([\w-]{43})$/u.exec(decodeId) ?? [];
  return id !== '' && verifySignature(secrets, signedText(id, userId), signature) ? { id, userId } : null;
}

/** Times at which the user answered, by survey; surveys that he has not answered are absent. */
async function loadAnswerTimes(
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
      surveys.flatMap(({ id }) => respondentsOf(secrets, id, userId)),
    )
    .execute();
  return new Map(rows.map((row) => [row.survey_id, row.created_at]));
}

/** The newest questionnaire that runs now, is meant for the caller's company and was not answered by the caller yet. */
export function findSurveyToAnswer(ctx: Ctx, secrets: Secrets): Promise<Output<typeof surveyNotify>> {
  return ctx.db(async (trx) => {
    const none = { surveyUrl: null, decodeId: null, title: null };
    if (ctx.actor) return none;
    const running = (await listSurveysFor(trx, ctx.clientId, [publishStatus.published], mostSurveys)).filter(
      ({ over }) => !over,
    );
    const answered = await loadAnswerTimes(trx, secrets, ctx.userId, running);
    const next = running.find(({ id }) => !answered.has(id));
    return next ? { surveyUrl, decodeId: personalLink(secrets, next.id, ctx.userId), title: next.title } : none;
  });
}

/** The caller's surveys, running and ended. */
export function listOwnSurveys(ctx: Ctx, secrets: Secrets): Promise<OwnSurvey[]> {
  return ctx.db(async (trx) => {
    const surveys = await listSurveysFor(
      trx,
      ctx.clientId,
      [publishStatus.published, publishStatus.withdrawn],
      mostSurveys,
    );
    const answered = await loadAnswerTimes(trx, secrets, ctx.userId, surveys);
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
  if (survey.status === publishStatus.withdrawn || survey.over) throw blockedByRule(message('survey.over'));
  if (!survey.begun) throw blockedByRule(message('survey.early'));
}

/** The user who answers, if he and his company are enabled and the survey is meant for that company; throws 4003 otherwise. */
async function loadRespondent(db: Kysely<DB>, surveyId: string, userId: string) {
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
  if (!user?.meant) throw forbiddenError(message('survey.notFor'));
  return user;
}

/** Opens a survey for the user that the personal link, the login or the phone number identifies; without any of them only its title and introduction. Throws 4004, and 4011 when it is over or answered already. */
export async function openSurvey(
  deps: SurveyDeps,
  req: FastifyRequest,
  { decodeId, phone, verifyCode }: Parsed<typeof loginSurvey>,
): Promise<Output<typeof loginSurvey>> {
  const { db, secrets } = deps;
  const person = personOfLink(secrets, decodeId);
  const survey = await findSurvey(db, person ? { id: person.id } : { decodeId });
  if (!survey || survey.status === publishStatus.draft) throw notFound('问卷');
  refuseUnlessOpen(survey);
  const userId = person?.userId ?? (await identifyVisitor(deps, req, phone, verifyCode));
  const user = userId === null ? null : await loadRespondent(db, survey.id, userId);
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
  if ((await loadAnswerTimes(db, secrets, user.id, [survey])).size > 0) throw blockedByRule(message('survey.again'));
  const openToken = await giveFreeToken(secrets, {
    clientId: user.client_id,
    scope: 'survey:answer',
    subject: `${survey.id} ${user.id}`,
  });
  return { openToken, survey: { ...head, questions: survey.questions } };
}

/** Id of the user who opened a public link: the owner of the phone number when a code is given, else the logged-in user; null when neither is there. */
async function identifyVisitor(
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

/** Takes the answers of a visitor with a free token. Throws 4003 without one, 4000 for wrong answers, 4011 for a second time. */
export async function takeAnswer(
  { db, secrets }: Pick<SurveyDeps, 'db' | 'secrets'>,
  req: FastifyRequest,
  { surveyId, answers }: Parsed<typeof saveAnswer>,
): Promise<null> {
  const claims = await readFreeClaims(secrets, req, 'survey:answer');
  const [allowed, userId] = claims?.subject.split(' ') ?? [];
  if (!userId || allowed !== surveyId) throw forbiddenError('打开问卷已超过24小时，请重新打开后提交');
  return db.transaction().execute(async (trx) => {
    const survey = await findSurvey(trx, { id: surveyId });
    if (!survey || survey.status === publishStatus.draft) throw notFound('问卷');
    refuseUnlessOpen(survey);
    const user = await loadRespondent(trx, surveyId, userId);
    const findings = checkAnswers(survey.questions, answers);
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
/** Stores an answer sheet, without the user when the survey is anonymous; throws 4011 for a second one of the same user. */
export async function storeAnswer(trx: Trx, secrets: Secrets, sheet: Sheet): Promise<null> {
  const { survey, user, answers, at } = sheet;
  if ((await loadAnswerTimes(trx, secrets, user.id, [survey])).size > 0) throw blockedByRule(message('survey.again'));
  const stored = await trx
    .insertInto('survey_answer')
    .values({
      client_id: user.client_id,
      survey_id: survey.id,
      respondent: respondentOf(secrets, survey.id, user.id),
      ...(survey.anonymous ? {} : { user_id: user.id, user_name: user.name }),
      answers: JSON.stringify(withoutEmptyAnswers(survey.questions, answers)),
      ...(at ? { created_at: at } : {}),
    })
    .onConflict((conflict) => conflict.columns(['survey_id', 'respondent']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) throw blockedByRule(message('survey.again'));
  return null;
}
