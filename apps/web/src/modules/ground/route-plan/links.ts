import { href, routes } from '@tongda/contract/shell/routes';

export const planLinks = {
  list: href(routes.routePlanningList, 'resources'),
  add: href(routes.routePlanningEdit, 'resources'),
  edit: (id: string) => href(routes.routePlanningEdit, 'resources', { id }),
  copy: (id: string) => href(routes.routePlanningEdit, 'resources', { id, copy: 1 }),
  compare: (id: string) => href(routes.routePlanningDetails, 'resources', { id, tab: 'compare' }),
  details: (id: string) => href(routes.routePlanningDetails, 'resources', { id }),
};
