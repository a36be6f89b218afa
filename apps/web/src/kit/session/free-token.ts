const key = 'td.freeToken';

/** The free token of this window (a survey, a share link): it travels with every call, is gone with the window and stands in no address. */
export const readFreeToken = (): string | null => sessionStorage.getItem(key);

/** Pages that got a free token keep it for the calls of this window. */
export function keepFreeToken(token: string): void {
  sessionStorage.setItem(key, token);
}
