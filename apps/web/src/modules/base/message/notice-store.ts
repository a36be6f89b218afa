import {
  type MessageRow,
  messagePage,
  messageRead,
  messageReadAll,
  type NoticeNum,
  noticeNum,
  readFlag,
} from '@tongda/contract/base/message/calls';
import { liveFrame } from '@tongda/contract/core/live';
import { z } from 'zod';
import { create } from 'zustand';
import { call } from '../../../kit/call/api';
import { reportError } from '../../../kit/dialog/notify';
import { playChime } from '../../../kit/live/chime';
import { holdNotices, liveClient } from '../../../kit/live/connection';
import { useSession } from '../../../kit/session/user';
import { watchNotices } from './notice-timer';
import { popupsAfter, soundsAfter } from './popup-model';

/** Most unread messages that one refresh loads for pop-ups. */
const mostLookedAt = 40;
/** Milliseconds to wait after a push, so that several in a row cause one refresh. */
const settleMs = 400;
/** Before the id of a message among the shown ones: its tone was played. */
const soundMark = 'sound ';
/** Alarms of this level also play a sound. */
const loudLevel = 2;

export interface NoticeSettings {
  /** small windows for new messages */
  popups: boolean;
  /** a sound for pop-ups of level 2 and for messages that ask for one */
  sound: boolean;
}
const settingsSchema = z.object({ popups: z.boolean(), sound: z.boolean() });
const settingsKey = 'td.message.settings';

interface NoticeState {
  byCategory: Readonly<Record<string, number>>;
  byType: Readonly<Record<string, number>>;
  total: number;
  /** null before the first answer */
  loaded: boolean;
  open: MessageRow[];
  /** newest unread ones, for the bell's list */
  newest: MessageRow[];
  settings: NoticeSettings;
}

export const useNotices = create<NoticeState>(() => ({
  byCategory: {},
  byType: {},
  total: 0,
  loaded: false,
  open: [],
  newest: [],
  settings: readSettings(),
}));

const sumOf = (map: Readonly<Record<string, number>>): number => Object.values(map).reduce((sum, n) => sum + n, 0);

/** Loads the counters, and the unread messages when there are any. A failure is silent, as the next refresh tries again. */
async function loadNotices(): Promise<void> {
  try {
    const counts = await call(noticeNum, undefined, { quiet: true });
    const unread = sumOf(counts.msgCategoryMap) > 0 ? await loadUnread() : [];
    takeCounters(counts, unread);
  } catch {
    // the counters that are shown stay
  }
}

const loadUnread = async (): Promise<MessageRow[]> =>
  (await call(messagePage, { page: 1, size: mostLookedAt, readFlag: readFlag.unread }, { quiet: true })).list;

function takeCounters({ msgCategoryMap, msgTypeMap }: NoticeNum, unread: MessageRow[]): void {
  const { open, settings } = useNotices.getState();
  const total = sumOf(msgCategoryMap);
  const shown = readShown();
  const next = popupsAfter(open, unread, shown, unread.length < mostLookedAt);
  // With pop-ups off the messages count as shown: switching them on again brings new ones only.
  for (const { id } of next.told) shown.add(id);
  const heard = new Set([...shown].flatMap((key) => (key.startsWith(soundMark) ? [key.slice(soundMark.length)] : [])));
  const sounds = soundsAfter(unread, heard);
  for (const id of sounds) shown.add(`${soundMark}${id}`);
  writeShown(shown);
  const loud = settings.popups && next.fresh.some(({ level }) => (level ?? 0) >= loudLevel);
  if (settings.sound && (loud || sounds.length > 0)) playChime();
  useNotices.setState({
    byCategory: msgCategoryMap,
    byType: msgTypeMap,
    total,
    loaded: true,
    open: settings.popups ? next.open : [],
    newest: unread.slice(0, 5),
  });
}

let waiting = false;
/** Refreshes soon, because something changed. */
export function refreshNotices(): void {
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    if (!document.hidden) void loadNotices();
  }, settleMs);
}

/** Keeps counters and pop-ups up to date while the shell stands: by push, and each minute besides. Returns the end of it. */
export function startNotices(): () => void {
  const ends = [
    holdNotices(),
    liveClient.onFrame(liveFrame.messageCount, refreshNotices),
    watchNotices({ refresh: () => void loadNotices() }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Closes pop-ups; their messages stay unread. */
export function closePopups(ids: readonly string[]): void {
  useNotices.setState(({ open }) => ({ open: open.filter(({ id }) => !ids.includes(id)) }));
}

/** Marks messages as read, here at once and on the server. */
export async function markRead(ids: string[]): Promise<void> {
  closePopups(ids);
  try {
    await call(messageRead, { msgIds: ids });
  } catch (error) {
    reportError(error);
  }
  refreshNotices();
}

/** Marks all messages (of the categories) as read; answers how many. */
export async function markAllRead(categorys?: MessageRow['category'][]): Promise<number> {
  const { count } = await call(messageReadAll, categorys ? { categorys } : {});
  const gone = useNotices.getState().open.filter((m) => !categorys || categorys.includes(m.category));
  closePopups(gone.map(({ id }) => id));
  await loadNotices();
  return count;
}

export function setNoticeSettings(change: Partial<NoticeSettings>): void {
  const settings = { ...useNotices.getState().settings, ...change };
  localStorage.setItem(settingsKey, JSON.stringify(settings));
  useNotices.setState({ settings, ...(settings.popups ? {} : { open: [] }) });
}

function readSettings(): NoticeSettings {
  try {
    return settingsSchema.parse(JSON.parse(localStorage.getItem(settingsKey) ?? ''));
  } catch {
    return { popups: true, sound: true };
  }
}

/** Shown ids live as long as the browser's session, by user. */
const shownKey = (): string => `td.message.shown.${useSession.getState().user?.id ?? '0'}`;
function readShown(): Set<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(shownKey()) ?? '[]')));
  } catch {
    return new Set();
  }
}
function writeShown(shown: ReadonlySet<string>): void {
  // The newest two thousand are enough: older ones are no longer among the unread ones that a refresh looks at.
  sessionStorage.setItem(shownKey(), JSON.stringify([...shown].slice(-2000)));
}
