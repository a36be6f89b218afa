import { configBathGet, configBathSave, fieldSave } from '@tongda/contract/base/prefs/calls';
import { hourS } from '@tongda/contract/core/durations';
import { constants } from '@tongda/contract/shell/constants';
import { z } from 'zod';
import { create } from 'zustand';
import { call } from '../../kit/call/api';
import { readConfigCookie, writeConfigCookie } from '../../kit/session/frontend-cookie';
import { useSession } from '../../kit/session/user';

/** Tags of the shell's settings on the server. */
export const tags = {
  openUrl: 'browse.openUrl',
  guideUser: 'menuRight.guideUser',
  browseAsked: 'browse.asked',
  sharedCodeCover: 'header.sharedCodeCover',
  favourites: 'menu.favourites',
} as const;

const { ttlS } = constants.settings;

interface ShellPrefs {
  /** the server has been asked: what the strip asks waits for it */
  loaded: boolean;
  /** false = pages open in several windows, true = in place of the current one, null = never chosen (or more than 8 h ago) */
  openUrl: boolean | null;
  /** 浏览配置 was asked: once in a user's life, on whatever computer */
  browseAsked: boolean;
  guideDone: boolean;
  /** asked for in the dropdown */
  guideWanted: boolean;
  /** the cover over the identification code was taken away for good */
  codeUncovered: boolean;
  /** addresses of starred menus, in the order they were starred */
  favourites: readonly string[];
}

const nothing: ShellPrefs = {
  loaded: false,
  openUrl: null,
  browseAsked: false,
  guideDone: false,
  guideWanted: false,
  codeUncovered: false,
  favourites: [],
};

/** The user's settings of the shell: what this browser knows at once, what the server knows a moment later. */
export const useShellPrefs = create<ShellPrefs>(() => nothing);

/** Key of the note that one user of this browser has uncovered the code; the next user finds it covered. */
const uncoveredKey = (): string => `td.codeUncovered.${useSession.getState().user?.id ?? '0'}`;

const askedKey = 'td.browseAsked';

/** Stars that were pressed before the server had said which ones there are: pressed again when it has. */
const early: string[] = [];

/** Waits before the server is asked again, ms. */
const againMs = [3000, 10_000, 30_000] as const;

/** What this browser knows at once, then everything from the server in one call. */
export async function loadShellPrefs(): Promise<void> {
  const cookie = readConfigCookie('browse', 'openUrl');
  early.length = 0;
  useShellPrefs.setState({
    ...nothing,
    openUrl: cookie === null ? null : cookie === 'true',
    browseAsked: localStorage.getItem(askedKey) === '1',
    guideDone: readConfigCookie('menuRight', 'guideUser') === '1',
    codeUncovered: localStorage.getItem(uncoveredKey()) === '1',
  });
  await askServer(againMs);
}

/** Without an answer the shell goes on with what this browser knows, and asks again some times. */
async function askServer(waits: readonly number[]): Promise<void> {
  const stored = await call(configBathGet, { keys: Object.values(tags) }, { quiet: true }).catch(() => null);
  if (!stored) {
    const [wait, ...rest] = waits;
    if (wait !== undefined) setTimeout(() => void askServer(rest), wait);
    return;
  }
  const local = useShellPrefs.getState();
  const known = parseStored(stored[tags.sharedCodeCover], z.boolean()) === true;
  // A note that could not be sent to the server then is sent now, so that the next computer does not cover the code again.
  if (local.codeUncovered && !known) void saveTag(tags.sharedCodeCover, true);
  useShellPrefs.setState({
    loaded: true,
    openUrl: parseStored(stored[tags.openUrl], z.boolean()) ?? local.openUrl,
    browseAsked: local.browseAsked || parseStored(stored[tags.browseAsked], z.boolean()) === true,
    guideDone: local.guideDone || parseStored(stored[tags.guideUser], z.boolean()) === true,
    codeUncovered: local.codeUncovered || known,
    favourites: parseStored(stored[tags.favourites], z.array(z.string())) ?? [],
  });
  for (const url of early.splice(0)) toggleFavourite(url);
}

function parseStored<T>(json: string | undefined, schema: z.ZodType<T>): T | null {
  if (json === undefined) return null;
  try {
    const found = schema.safeParse(JSON.parse(json));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** How pages open: kept 8 h here and on the server. */
export async function saveOpenUrl(openUrl: boolean): Promise<void> {
  useShellPrefs.setState({ openUrl });
  writeConfigCookie('browse', 'openUrl', String(openUrl), ttlS);
  const [page, key] = tags.openUrl.split('.');
  await call(fieldSave, { page: page ?? '', key: key ?? '', fields: openUrl, expiry: ttlS });
}

const saveTag = (tag: string, value: unknown): Promise<unknown> =>
  call(configBathSave, { saveMap: { [tag]: JSON.stringify(value) } }, { quiet: true }).catch(() => undefined);

/** How pages shall open was asked, and is not asked again. */
export function finishBrowse(): void {
  useShellPrefs.setState({ browseAsked: true });
  localStorage.setItem(askedKey, '1');
  void saveTag(tags.browseAsked, true);
}

export function finishGuide(): void {
  useShellPrefs.setState({ guideDone: true, guideWanted: false });
  writeConfigCookie('menuRight', 'guideUser', '1', constants.settings.guideFlagH * hourS);
  void saveTag(tags.guideUser, true);
}

/** 使用引导 in the dropdown: the tour once more. */
export const restartGuide = (): void => useShellPrefs.setState({ guideWanted: true });

export function uncoverCode(): void {
  useShellPrefs.setState({ codeUncovered: true });
  localStorage.setItem(uncoveredKey(), '1');
  void saveTag(tags.sharedCodeCover, true);
}

export const maxFavourites = 8;

/** Stars or un-stars a menu; false when there are eight already. */
export function toggleFavourite(url: string): boolean {
  const { favourites, loaded } = useShellPrefs.getState();
  if (!loaded) {
    early.push(url);
    return true;
  }
  const starred = favourites.includes(url);
  if (!starred && favourites.length >= maxFavourites) return false;
  const next = starred ? favourites.filter((other) => other !== url) : [...favourites, url];
  useShellPrefs.setState({ favourites: next });
  void saveTag(tags.favourites, next);
  return true;
}
