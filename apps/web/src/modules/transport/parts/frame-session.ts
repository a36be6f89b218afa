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
 * What cannot be had is asked for again by the next page; what another user of this window was told goes first.
 */
export async function keepFrameSession(who: string, store: Store = sessionStorage): Promise<void> {
  if (store.getItem(frameKeys.who) !== who) {
    for (const key of Object.values(frameKeys)) store.removeItem(key);
    store.setItem(frameKeys.who, who);
  }
  await Promise.all([keepPlaces(who, store), keepCompany(who, store)]);
}

async function keepPlaces(who: string, store: Store): Promise<void> {
  if (store.getItem(frameKeys.points) !== null) return;
  const places = await call(areaListAll, undefined, { quiet: true }).catch(() => null);
  // somebody else may have come meanwhile
  if (places === null || store.getItem(frameKeys.who) !== who) return;
  store.setItem(frameKeys.areas, JSON.stringify(places.filter(({ kind }) => kind !== 'site')));
  store.setItem(frameKeys.points, JSON.stringify(places.filter(({ kind }) => kind === 'site')));
}

async function keepCompany(who: string, store: Store): Promise<void> {
  if (store.getItem(frameKeys.company) !== null) return;
  const company = await call(verificationCompany, undefined, { quiet: true }).then(() => true, refusedOrUnknown);
  if (company !== null && store.getItem(frameKeys.who) === who) store.setItem(frameKeys.company, String(company));
}

/** Of a check that did not succeed: false when the company is of another type, null when nobody knows. */
const refusedOrUnknown = (error: unknown): false | null =>
  error instanceof ApiError && error.code === codes.blockedByRule ? false : null;

/** Part of the shell: fills the session when somebody comes to the transport system. */
export function TransportFrame(): null {
  const { pathname } = useLocation();
  const inTransport = placeAt(pathname)?.area === 'transport';
  const who = useSession(({ user }) => (user ? `${user.clientId}:${user.id}` : null));
  useEffect(() => {
    // each page, as the one before may have had no network
    if (pathname && inTransport && who !== null) void keepFrameSession(who);
  }, [pathname, inTransport, who]);
  return null;
}
