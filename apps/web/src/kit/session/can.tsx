import { allowsAccess } from '@tongda/contract/core/allows';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { ReactNode } from 'react';
import { useSession } from './user';

/** May the user call this endpoint? The server decides; this only spares buttons that would be refused. */
export const useCan = (endpoint: Pick<Endpoint, 'access'>): boolean =>
  useSession((state) => allowsAccess(state, endpoint.access));

/** Shows its children to those who may call `do`. */
export function Can(props: { do: Pick<Endpoint, 'access'>; children: ReactNode }): ReactNode {
  return useCan(props.do) ? props.children : null;
}
