import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

/** Pages of the provider's staff. */
export const backstagePages: AreaPages<'backstage'> = {
  orderAuditList: () => import('../modules/order-audit/audit-list-page').then((m) => m.OrderAuditListPage),
  orderAuditDetails: () => import('../modules/order-audit/audit-detail-page').then((m) => m.OrderAuditDetailPage),
  questionnaireList: () => import('../modules/survey/survey-list-page').then((m) => m.SurveyListPage),
  questionnaireEdit: () => import('../modules/survey/survey-edit-page').then((m) => m.SurveyEditPage),
  questionnaireResult: () => import('../modules/survey/survey-result-page').then((m) => m.SurveyResultPage),
  notFound: async () => NotFoundPage,
};
