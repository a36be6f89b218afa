import type { Area } from './areas';
import { type Menu, type MenuKey, menus } from './menus';

export type ScreenKind =
  | 'list'
  | 'form'
  | 'edit'
  | 'detail'
  | 'map'
  | 'report'
  | 'dashboard'
  | 'wizard'
  | 'mobile'
  | 'redirect'
  | 'error';

/** Where one screen stands in one sub-application. */
export interface Mount {
  /** Path inside the area; `:name` marks a parameter. */
  path: string;
  title: string;
  /** Menu that must be held and that lights up; null for screens open to everybody who is logged in (or to everybody: `open`). */
  menu: MenuKey | null;
  /** Opens as a tab, grouped by the parent of its menu. */
  tab: boolean;
  /** What kind of page it is there: that of the screen, but for the few that an area calls otherwise. */
  kind: ScreenKind;
}

export interface Route<A extends Area = Area> {
  in: readonly A[];
  /** One per area of `in`: ask `mountOf`. */
  mounts: Readonly<Partial<Record<Area, Mount>>>;
  kind: ScreenKind;
  /** Keeps its state while another tab is in front. */
  keepAlive: boolean;
  /** shell = header, menus, launcher; plain = the page alone; mobile = the page alone, phone width. */
  frame: 'shell' | 'plain' | 'mobile';
  /** The guard lets everybody in who is logged in. */
  permitted: boolean;
  /** No login needed. */
  open: boolean;
  /** Left out of production builds. */
  devOnly: boolean;
}

type Flags = Partial<Pick<Route, 'keepAlive' | 'frame' | 'permitted' | 'open' | 'devOnly'>>;
type Also = MenuKey | (Partial<Mount> & Pick<Mount, 'menu'>);
type Options<B extends Area> = Flags & {
  path?: string;
  title?: string;
  tab?: boolean;
  /** Further areas that mount the same screen, under which menu, and what differs there. */
  also?: Readonly<Record<B, Also>>;
};

/** Row makers of one area: `from` takes path and title from the menu entry, `at` says them. */
export function screensOf<A extends Area>(area: A) {
  const make = <B extends Area = never>(
    kind: ScreenKind,
    named: Omit<Mount, 'kind'>,
    options: Options<B>,
  ): Route<A | B> => {
    const own: Mount = { ...named, kind };
    const mounts: Partial<Record<Area, Mount>> = { [area]: own };
    // keys of the further mounts are areas
    const further = Object.entries(options.also ?? {}) as Array<[B, Also]>;
    for (const [other, difference] of further) {
      mounts[other] = { ...own, ...(typeof difference === 'object' ? difference : { menu: difference }) };
    }
    const { keepAlive = false, frame = 'shell', open = false, devOnly = false } = options;
    return {
      in: [area, ...further.map(([other]) => other)],
      mounts,
      kind,
      keepAlive,
      frame,
      permitted: options.permitted ?? own.menu === null,
      open,
      devOnly,
    };
  };
  return {
    from: <const B extends Area = never>(menu: MenuKey, kind: ScreenKind, options: Options<B> = {}): Route<A | B> => {
      const entry: Menu = menus[menu];
      return make(
        kind,
        { path: options.path ?? entry.path, title: options.title ?? entry.name, menu, tab: options.tab ?? false },
        options,
      );
    },
    at: <const B extends Area = never>(
      path: string,
      title: string,
      kind: ScreenKind,
      menu: MenuKey | null,
      options: Options<B> = {},
    ): Route<A | B> => make(kind, { path, title, menu, tab: options.tab ?? false }, options),
  };
}

/** Opens as a tab. */
export const tab = { tab: true } as const;
/** A tab that keeps its state while another one is in front. */
export const kept = { tab: true, keepAlive: true } as const;
/** The page alone, without header and menus. */
export const plain = { frame: 'plain' } as const;
/** Reachable without a login: the page brings its own token or needs none. */
export const open = { frame: 'plain', open: true } as const;
/** A page for phones behind a login. */
export const mobile = { frame: 'mobile' } as const;
/** A page for phones that others embed or that a link opens: no login, a token of its own. */
export const phone = { frame: 'mobile', open: true } as const;
/** A further area that mounts a screen for everybody who is logged in. */
export const everywhere = { menu: null } as const;

/** A right that harms when misused: the role screen marks it and granting it is logged. */
export const sensitive = (label: string) => ({ label, sensitive: true }) as const;
/** Action → label of the rights of one menu. */
export type RightsOfMenu = Readonly<Record<string, string | ReturnType<typeof sensitive>>>;
/** Rights by menu. The path of a right is the list page's path, a slash and the action; a group names the path of its page itself. */
export type Rights = { readonly [K in MenuKey]?: RightsOfMenu };
