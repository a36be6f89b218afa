import { NotFoundPage } from '../shell/page/not-found-page';
import type { AreaPages } from './area-pages';

/** Pages of the provider's staff. */
export const backstagePages: AreaPages<'backstage'> = {
  orderAuditList: () => import('../modules/trade/order-audit/list-page').then((m) => m.OrderAuditListPage),
  orderAuditDetails: () => import('../modules/trade/order-audit/detail-page').then((m) => m.OrderAuditDetailPage),
  questionnaireList: () => import('../modules/company/survey/list-page').then((m) => m.SurveyListPage),
  questionnaireEdit: () => import('../modules/company/survey/edit-page').then((m) => m.SurveyEditPage),
  questionnaireResult: () => import('../modules/company/survey/result-page').then((m) => m.SurveyResultPage),
  notFound: async () => NotFoundPage,
};
