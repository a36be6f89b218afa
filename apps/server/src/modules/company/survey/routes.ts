import { loginSurvey, saveAnswer, surveyMine } from '@tongda/contract/company/survey/answer';
import * as manage from '@tongda/contract/company/survey/manage-calls';
import { surveyNotify } from '@tongda/contract/company/survey/state';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { publicRoute, route } from '../../../core/http/route';
import { surveyFile } from './export';
import {
  addSurvey,
  editSurvey,
  listSurveySheets,
  listSurveys,
  loadSurveyResults,
  publishSurvey,
  readSurvey,
  stopSurvey,
} from './manage';
import { findSurveyToAnswer, listOwnSurveys, openSurvey, type SurveyDeps, takeAnswer } from './service';

/** Questionnaires: users are told of them, list, open and answer them; the provider makes them and reads the results. */
export function surveyRoutes(app: FastifyInstance, deps: SurveyDeps & ExportDeps): void {
  route(app, surveyNotify, (ctx) => findSurveyToAnswer(ctx, deps.secrets));
  route(app, surveyMine, (ctx) => listOwnSurveys(ctx, deps.secrets));
  publicRoute(app, loginSurvey, ({ req }, input) => openSurvey(deps, req, input));
  publicRoute(app, saveAnswer, ({ req }, input) => takeAnswer(deps, req, input));
  route(app, manage.surveyPage, listSurveys);
  route(app, manage.surveyExport, (ctx, input) => enqueueExport(deps, ctx, surveyFile, input));
  route(app, manage.surveyDetail, (ctx, { id }) => readSurvey(ctx, id));
  route(app, manage.surveyAdd, addSurvey);
  route(app, manage.surveyEdit, editSurvey);
  route(app, manage.surveyPublish, publishSurvey);
  route(app, manage.surveyStop, stopSurvey);
  route(app, manage.surveyResult, loadSurveyResults);
  route(app, manage.surveyAnswers, listSurveySheets);
}
