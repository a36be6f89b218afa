import { href, routes } from '@tongda/contract/shell/routes';

/** Links to the store pages. */
export const storeLinks = {
  list: href(routes.storeList, 'resources'),
  add: href(routes.storeEdit, 'resources'),
  edit: (id: string) => href(routes.storeEdit, 'resources', { id }),
  copy: (id: string) => href(routes.storeEdit, 'resources', { id, copy: 1 }),
};
