import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const surveyPages = {
  questionnaireList: () => import('./list-page').then((m) => m.SurveyListPage),
  questionnaireEdit: () => import('./edit-page').then((m) => m.SurveyEditPage),
  questionnaireResult: () => import('./result-page').then((m) => m.SurveyResultPage),
  questionnaireGather: () => import('./gather-page').then((m) => m.SurveyGatherPage),
  survey: () => import('./page').then((m) => m.SurveyPage),
} as const satisfies Pages;
