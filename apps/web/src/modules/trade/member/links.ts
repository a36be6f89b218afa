import { href, routes } from '@tongda/contract/shell/routes';

/** Pages of memberships. */
export const memberLinks = {
  home: href(routes.member, 'community'),
  devices: (filters: Readonly<Record<string, string>> = {}) => href(routes.member, 'community', filters),
  plans: href(routes.member, 'community', { view: 'plan' }),
  buy: (planId?: string) => href(routes.memberBuy, 'community', { planId }),
  history: href(routes.memberPurchaseHistory, 'community'),
  step: (step: 1 | 2 | 3 | 4, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    href(routes.memberInventory, 'community', { step, ...query }),
};
