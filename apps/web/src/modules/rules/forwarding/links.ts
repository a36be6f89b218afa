import { href, routes } from '@tongda/contract/shell/routes';
import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'dataForwardingList', edit: 'dataForwardingEdit' } as const;
export const useForwardLinks = () => useRegisterLinks(pages);

const edit = (query: Record<string, string | undefined>): string => href(routes.subscriptionEdit, 'community', query);
/** Links of a subscription, whose pages stand beside 订阅推送 of the interface centre and lead back there. */
export const subscriptionLinks = {
  list: href(routes.interfaceCenter, 'community', { tab: 'push' }),
  /** a new one, of a program */
  addFor: (appId: string | undefined) => edit({ appId }),
  edit: (id: string) => edit({ id }),
};
