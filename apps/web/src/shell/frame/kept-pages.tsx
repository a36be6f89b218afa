import { type Place, placeAt } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { Activity, type ContextType, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { askToLeave, hasUnsavedWork } from '../../kit/form/leave-guards';
import { useSession } from '../../kit/session/user';
import { tabId, useTabs } from '../tab/store';

interface KeptPage {
  outlet: ReactNode;
  /** address at which it was last in front: behind another tab it reads nobody else's query */
  where: ContextType<typeof LocationContext>;
  place: Place;
}

/** Tabs whose page held unsaved work when it was left all the same: what was given up does not come back. */
const givenUp = new Set<string>();

/** Asks when leaving the page in front would lose something; true = go. */
export async function askToLeavePage(): Promise<boolean> {
  if (!hasUnsavedWork()) return true;
  if (!(await askToLeave())) return false;
  const place = placeAt(window.location.pathname);
  if (place?.tab) givenUp.add(tabId(place));
  return true;
}

/**
 * The page in front, and out of sight behind it the pages of the other open tabs as they were left: ticked rows, half-typed filters, open
 * panels, scroll. A page behind runs no effect (React's Activity): it polls nothing, hears nothing, draws no map. It goes for good with its tab,
 * with its right, or when unsaved work in it was given up.
 */
export function KeptPages({ place }: { place: Place }) {
  const outlet = useOutlet();
  const where = useContext(LocationContext);
  const tabs = useTabs((state) => state.tabs);
  const tree = useSession((state) => state.tree);
  const left = useRef<ReadonlyMap<string, KeptPage>>(new Map());
  const current = place.tab ? tabId(place) : null;
  const stays = (id: string, page: KeptPage): boolean =>
    !givenUp.has(id) && tabs.some((tab) => tab.id === id) && mayEnter(tree, page.place);
  const pages = new Map([...left.current].filter(([id, page]) => id === current || stays(id, page)));
  if (current !== null) pages.set(current, { outlet, where, place });
  useLayoutEffect(() => {
    left.current = pages;
    for (const id of givenUp) if (!pages.has(id)) givenUp.delete(id);
  });
  return (
    <>
      {[...pages].map(([id, page]) => (
        <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
          <LocationContext.Provider value={page.where}>{page.outlet}</LocationContext.Provider>
        </Activity>
      ))}
      {current === null ? outlet : null}
    </>
  );
}
