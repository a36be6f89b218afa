import type { Endpoint } from '@tongda/contract/core/endpoint';
import { constants } from '@tongda/contract/shell/constants';
import type { ReactNode } from 'react';
import { Can } from '../../../kit/session/can';
import { useSession } from '../../../kit/session/user';
import { Empty } from '../../../kit/show/states';

/** Provider staff in a company: nobody buys or pays in its name. */
export const useVisiting = (): boolean => useSession(({ user }) => user?.loginType === constants.visit.loginType);

/** Shows its children to those who may call `do` and are at home in the company. */
export function CanBuy(props: { do: Pick<Endpoint, 'access'>; children: ReactNode }): ReactNode {
  return useVisiting() ? null : <Can do={props.do}>{props.children}</Can>;
}

/** What a visitor reads in place of the steps of a purchase. */
export const VisitorsBuyNothing = () => <Empty title="访问企业期间不能购买" text="请由该企业的用户购买" />;
