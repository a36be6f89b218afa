import { href, routes } from '@tongda/contract/shell/routes';

/** Pages of the provider's surveys. */
export const surveyLinks = {
  list: href(routes.questionnaireList, 'backstage'),
  add: href(routes.questionnaireEdit, 'backstage'),
  edit: (id: string) => href(routes.questionnaireEdit, 'backstage', { id }),
  copy: (id: string) => href(routes.questionnaireEdit, 'backstage', { id, copy: 1 }),
  result: (id: string) => href(routes.questionnaireResult, 'backstage', { id }),
};
