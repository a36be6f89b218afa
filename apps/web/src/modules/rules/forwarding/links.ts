import { href, routes } from '@tongda/contract/shell/routes';
import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'dataForwardingList', edit: 'dataForwardingEdit' } as const;
export const useForwardLinks = () => useRegisterLinks(pages);

/** What the edit page's address says when it was opened from 订阅推送 of the interface centre. */
const from = 'subscription';
const edit = (query: Record<string, string | undefined>): string =>
  href(routes.dataForwardingEdit, 'report', { ...query, from });
/** Links of a subscription, whose pages lead back to 订阅推送. */
export const subscriptionLinks = {
  list: href(routes.interfaceCenter, 'community', { tab: 'push' }),
  /** a new one, of a program */
  addFor: (appId: string | undefined) => edit({ appId }),
  edit: (id: string) => edit({ id }),
};

export const isSubscription = (params: URLSearchParams): boolean => params.get('from') === from;
