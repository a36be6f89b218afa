import { codes } from '@tongda/contract/core/endpoint';
import { areaListAll } from '@tongda/contract/ground/place/calls';
import { verificationCompany } from '@tongda/contract/resources/item-name/calls';
import { placeAt } from '@tongda/contract/shell/routes';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { useSession } from '../../../kit/session/user';

/** What the frame of the transport system keeps for the session of a window, by its names. */
export const frameKeys = {
  who: 'tms.who',
  areas: 'tms.areaList',
  points: 'tms.pointList',
  company: 'tms.verificationCompany',
} as const;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps the list of areas, the list of points, and whether the check of the company's type succeeded (`true` or `false`), once a session and user.
 * What cannot be had is asked for again by the next page.
 */
export async function keepFrameSession(who: string, store: Store = sessionStorage): Promise<void> {
  if (store.getItem(frameKeys.who) === who) return;
  const [places, company] = await Promise.all([
    call(areaListAll, undefined, { quiet: true }).catch(() => null),
    call(verificationCompany, undefined, { quiet: true }).then(() => true, refusedOrUnknown),
  ]);
  if (company === null) store.removeItem(frameKeys.company);
  else store.setItem(frameKeys.company, String(company));
  if (places === null) return;
  store.setItem(frameKeys.areas, JSON.stringify(places.filter(({ kind }) => kind !== 'site')));
  store.setItem(frameKeys.points, JSON.stringify(places.filter(({ kind }) => kind === 'site')));
  if (company !== null) store.setItem(frameKeys.who, who);
}

/** Of a check that did not succeed: false when the company is of another type, null when nobody knows. */
const refusedOrUnknown = (error: unknown): false | null =>
  error instanceof ApiError && error.code === codes.blockedByRule ? false : null;

/** Part of the shell: fills the session when somebody comes to the transport system. */
export function TransportFrame(): null {
  const inTransport = placeAt(useLocation().pathname)?.area === 'transport';
  const who = useSession(({ user }) => (user ? `${user.clientId}:${user.id}` : null));
  useEffect(() => {
    if (inTransport && who !== null) void keepFrameSession(who);
  }, [inTransport, who]);
  return null;
}
