import { href, routes } from '@tongda/contract/shell/routes';
import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'deviceShareList', edit: 'deviceShareEdit' } as const;
/** Links to the pages of shares. */
export function useShareLinks() {
  const links = useRegisterLinks(pages);
  return {
    ...links,
    out: (id: string) => href(routes.deviceShareOut, 'report', { id }),
    in: (id: string) => href(routes.deviceShareIn, 'report', { id }),
    invite: href(routes.deviceShareInvite, 'report'),
  };
}
