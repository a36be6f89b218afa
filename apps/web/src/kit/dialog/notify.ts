import { message } from '@tongda/contract/core/messages';
import type { App } from 'antd';
import { createElement, type ReactNode } from 'react';
import { ApiError } from '../call/api-error';
import { FaultNote } from '../form/fault-note';

type AppApi = ReturnType<typeof App.useApp>;
type Notifier = Pick<AppApi, 'message' | 'modal'>;
let app: Notifier | null = null;
/** Messages from the time before antd's message and modal were mounted. */
const waiting: Array<(api: Notifier) => void> = [];
let summon: (() => void) | null = null;
const lastShown = new Map<string, number>();
const quietMs = 3000;
const traceSeconds = 10;

/** Takes antd's message and modal when they are mounted and shows what waited for them; null when they are gone. */
export function bindNotify(api: Notifier | null): void {
  // what another one showed went with it
  if (api !== app) lastShown.clear();
  app = api;
  if (api) for (const say of waiting.splice(0)) say(api);
}

/** Registers the function that loads dialogs and toasts. It is called when the first of them is shown. */
export function onNotifyWanted(load: (() => void) | null): void {
  summon = load;
}

/** Runs `say` as soon as there is a notifier; false when there is none and never will be (tests without one). */
function withNotifier(say: (api: Notifier) => void): boolean {
  if (app) say(app);
  else if (summon) {
    waiting.push(say);
    summon();
  } else return false;
  return true;
}

/** Whether a text was said within the last 3 s; if not, it counts as said now. */
function wasJustShown(text: string): boolean {
  const now = Date.now();
  if (now - (lastShown.get(text) ?? 0) < quietMs) return true;
  lastShown.set(text, now);
  return false;
}

/** Shows a toast; the same text is not stacked within 3 s. */
export function toast(kind: 'success' | 'info' | 'warning' | 'error', text: ReactNode, seconds = 3): void {
  if (typeof text === 'string' && wasJustShown(text)) return;
  withNotifier(({ message: line }) => line.open({ type: kind, content: text, duration: seconds }));
}

/** Shows a toast with the reason why a call failed. That of an unexpected server error has its number and stays long enough to copy it. */
export function toastError(error: ApiError): void {
  const { message: text, traceId } = error;
  error.told = true;
  if (traceId === null) toast('error', text);
  else if (!wasJustShown(text)) toast('error', createElement(FaultNote, { text, traceId }), traceSeconds);
}

/** Tells the user of a failure, unless that was done already. Anything but an ApiError is a fault of ours: it goes to the console too. */
export function reportError(error: unknown): void {
  if (error instanceof ApiError) {
    if (!error.told) toastError(error);
    return;
  }
  console.error(error);
  toast('error', '页面遇到错误，请刷新后重试');
}

/** Asks before something is done; resolves with the answer. */
export function confirm(options: {
  title: string;
  content?: ReactNode;
  ok?: string;
  danger?: boolean;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = withNotifier(({ modal }) =>
      modal.confirm({
        title: options.title,
        content: options.content,
        okText: options.ok ?? '确定',
        cancelText: '取消',
        okButtonProps: { danger: options.danger },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      }),
    );
    if (!asked) resolve(false);
  });
}

let kicked = false;
/** HTTP 403: the account is used elsewhere. Shown once, however many calls fail together; no way out but the login. `where`: the login that took the place. */
export function showKicked(toLogin: () => void, where = ''): void {
  if (kicked) return;
  kicked = true;
  const told = withNotifier(({ modal }) =>
    modal.warning({
      title: message('http.403.title'),
      content: message('http.403.body') + where,
      okText: message('http.403.button'),
      keyboard: false,
      mask: { closable: false },
      onOk: toLogin,
    }),
  );
  if (!told) toLogin();
}
