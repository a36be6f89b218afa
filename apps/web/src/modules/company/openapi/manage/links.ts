import { href, routes } from '@tongda/contract/shell/routes';

/** Pages of the provider's open interfaces. */
export const interfaceLinks = {
  list: href(routes.openInterfaceList, 'backstage'),
  edit: (id: string) => href(routes.openInterfaceEdit, 'backstage', { id }),
};
